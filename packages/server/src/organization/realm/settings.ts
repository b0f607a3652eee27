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
import { memoizePerRow } from '../../engine/db/per-row.ts';
import type { RealmRow } from '../../engine/db/realm.ts';

const defaults = Object.fromEntries(
  Object.entries(realmSettings).map(([name, setting]) => [name, setting.default]),
) as unknown as RealmSettings;

type Stored = Pick<RealmRow, 'settings' | 'name' | 'org_type' | 'subdomain'>;

/** An organization's settings. Only values that differ from the defaults are stored; three have their own columns. */
export const realmSettingsOf = memoizePerRow((realm: Stored): RealmSettings => {
  const { rendered_description: _, second_steps_required_since: _since, ...settings } = realm.settings;
  return {
    ...defaults,
    ...(settings as Partial<RealmSettings>),
    authentication_methods: authenticationMethodsOf(realm),
    name: realm.name,
    org_type: realm.org_type as RealmSettings['org_type'],
    string_id: realm.subdomain,
  };
});

/** Server options that add authentication methods; without them only passwords are available. */
type LoginConfig = Pick<Config, 'signOn'>;

/** The settings as shown to users, with the authentication methods of this server. */
export function shownSettingsOf(realm: Stored, config: LoginConfig | undefined): RealmSettings {
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

/** The description as HTML, stored next to its source because it is read more often than it changes. */
export function renderedDescriptionOf(realm: Pick<RealmRow, 'settings'>): string {
  return (realm.settings['rendered_description'] as string | undefined) ?? '';
}

/** The settings to store in the `settings` column: those that differ from the defaults. */
export function storedSettings(settings: RealmSettings): Record<string, unknown> {
  const stored: Record<string, unknown> = {};
  for (const name of realmSettingNames)
    if (!storedSeparately.has(name) && !isDeepStrictEqual(settings[name], defaults[name]))
      stored[name] = settings[name];
  const disabled = Object.entries(settings.authentication_methods).filter(([, { enabled }]) => !enabled);
  if (disabled.length > 0)
    stored['authentication_methods'] = Object.fromEntries(disabled.map(([name]) => [name, false]));
  return stored;
}

/** Settings stored in their own column or in another form. */
const storedSeparately: ReadonlySet<string> = new Set([
  'authentication_methods',
  'name',
  'org_type',
  'string_id',
]);

/** The authentication methods of every server. */
const available: ReadonlySet<AuthenticationMethod> = new Set(['Email']);

/** Whether users can log in with a method: the server supports it and the organization, if given, enables it. */
export function isLoginMethodEnabled(
  method: AuthenticationMethod,
  realm: Stored | undefined,
  config?: LoginConfig,
): boolean {
  return (
    (available.has(method) || (method === SIGN_ON && config?.signOn !== undefined)) &&
    (realm === undefined || isEnabled(method, realm))
  );
}

/** Only disabled methods are stored. */
function isEnabled(method: AuthenticationMethod, realm: Stored): boolean {
  const disabled = realm.settings['authentication_methods'] as Partial<Record<string, boolean>> | undefined;
  return disabled?.[method] !== false;
}

function authenticationMethodsOf(realm: Stored): RealmSettings['authentication_methods'] {
  return Object.fromEntries(
    authenticationMethodNames.map((name) => [
      name,
      { enabled: isEnabled(name, realm), available: available.has(name) },
    ]),
  );
}

/** The allowed delay in days between the deactivation of an organization and its deletion. */
export const deletionDelayDays: { readonly min: number; readonly max: number | null } = {
  min: 14,
  max: null,
};

/** The description of an organization as HTML. */
export function renderDescription(description: string): string {
  return render(description).html;
}
