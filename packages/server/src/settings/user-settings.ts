import { userSettings, type UserSettings } from '@parley/contract/objects/user-settings.ts';
import { perRow } from '../db/per-row.ts';
import type { PersonRow } from '../people/person.ts';
import type { RealmRow } from '../realm/realm.ts';
import { realmSettingsOf } from '../realm/settings.ts';

const defaults = Object.fromEntries(
  Object.entries(userSettings).map(([name, setting]) => [name, setting.default]),
) as unknown as UserSettings;

/** A person's settings: what differs from the defaults is stored, two of them in columns of their own. */
export const settingsOf = perRow(
  (person: Pick<PersonRow, 'settings' | 'email_visibility' | 'timezone'>): UserSettings => ({
    ...defaults,
    ...(person.settings as Partial<UserSettings>),
    email_address_visibility: person.email_visibility as UserSettings['email_address_visibility'],
    timezone: person.timezone,
  }),
);

/** The settings with which people of an organization start. */
export const startingSettingsOf = (realm: RealmRow): UserSettings => ({
  ...defaults,
  default_language: realmSettingsOf(realm).default_language,
  ...(realm.user_defaults as Partial<UserSettings>),
});

/** The part of some settings that has to be stored. */
export const differences = (settings: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== defaults[name as keyof UserSettings]),
  );
