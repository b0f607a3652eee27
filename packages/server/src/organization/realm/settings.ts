import {
  type AuthenticationMethod,
  authenticationMethodNames,
  realmSettingNames,
  realmSettings,
  type RealmSettings,
} from '@parley/contract/objects/realm-settings.ts';
import { render } from '@parley/markdown/full';
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../engine/config.ts';
import { perRow } from '../../engine/db/per-row.ts';
import type { RealmRow } from '../../engine/db/realm.ts';

const defaults = Object.fromEntries(
  Object.entries(realmSettings).map(([name, setting]) => [name, setting.default]),
) as unknown as RealmSettings;

type Stored = Pick<RealmRow, 'settings' | 'name' | 'org_type' | 'subdomain'>;

/** An organization's settings: what differs from the defaults is stored, three of them in columns of their own. */
export const realmSettingsOf = perRow((realm: Stored): RealmSettings => {
  const { rendered_description: _, ...settings } = realm.settings;
  return {
    ...defaults,
    ...(settings as Partial<RealmSettings>),
    authentication_methods: authenticationMethodsOf(realm),
    name: realm.name,
    org_type: realm.org_type as RealmSettings['org_type'],
    string_id: realm.subdomain,
  };
});

/** What decides which ways to log in there are; without it only passwords are spoken of. */
type Server = Pick<Config, 'signOn'>;

/** The settings as users see them: with the ways to log in that this server offers. */
export function shownSettingsOf(realm: Stored, config: Server | undefined): RealmSettings {
  const settings = realmSettingsOf(realm);
  if (config?.signOn === undefined) return settings;
  const authentication_methods = Object.fromEntries(
    Object.entries(settings.authentication_methods).map(([name, method]) => [
      name,
      { ...method, available: method.available || name === SIGN_ON },
    ]),
  );
  return { ...settings, authentication_methods };
}

const SIGN_ON = 'OpenID Connect' satisfies AuthenticationMethod;

/** The description as HTML. It is kept beside its source: visitors read it much more often than it changes. */
export function renderedDescriptionOf(realm: Pick<RealmRow, 'settings'>): string {
  return (realm.settings['rendered_description'] as string | undefined) ?? '';
}

/** The part of the settings that has to be stored as such: what differs from the defaults. */
export function storedSettings(settings: RealmSettings): Record<string, unknown> {
  const stored: Record<string, unknown> = {};
  for (const name of realmSettingNames)
    if (!elsewhere.has(name) && !isDeepStrictEqual(settings[name], defaults[name]))
      stored[name] = settings[name];
  const off = Object.entries(settings.authentication_methods).filter(([, { enabled }]) => !enabled);
  if (off.length > 0)
    stored['authentication_methods'] = Object.fromEntries(off.map(([name]) => [name, false]));
  return stored;
}

/** Kept in columns of their own, or in a form of their own. */
const elsewhere: ReadonlySet<string> = new Set(['authentication_methods', 'name', 'org_type', 'string_id']);

/** The ways to log in that every server offers. */
const available: ReadonlySet<AuthenticationMethod> = new Set(['Email']);

/** Whether users can log in by a method: the server has it, and the organization (if there is one) allows it. */
export function isOpen(method: AuthenticationMethod, realm: Stored | undefined, config?: Server): boolean {
  return (
    (available.has(method) || (method === SIGN_ON && config?.signOn !== undefined)) &&
    (realm === undefined || isEnabled(method, realm))
  );
}

/** Only the methods that were switched off are stored. */
function isEnabled(method: AuthenticationMethod, realm: Stored): boolean {
  const off = realm.settings['authentication_methods'] as Partial<Record<string, boolean>> | undefined;
  return off?.[method] !== false;
}

function authenticationMethodsOf(realm: Stored): RealmSettings['authentication_methods'] {
  return Object.fromEntries(
    authenticationMethodNames.map((name) => [
      name,
      { enabled: isEnabled(name, realm), available: available.has(name) },
    ]),
  );
}

/** How many days may pass between the deactivation of an organization and the deletion of everything in it. */
export const deletionDelayDays: { readonly least: number; readonly most: number | null } = {
  least: 14,
  most: null,
};

/** The description of an organization as HTML. */
export function renderDescription(description: string): string {
  return render(description).html;
}
