import { userSettings, type UserSettings } from '@parley/contract/objects/user-settings.ts';
import type { PersonRow } from '../people/person.ts';

const defaults = Object.fromEntries(
  Object.entries(userSettings).map(([name, setting]) => [name, setting.default]),
) as unknown as UserSettings;

/** A person's settings: what differs from the defaults is stored, `email_address_visibility` in its own column. */
export const settingsOf = (
  person: Pick<PersonRow, 'settings' | 'email_visibility' | 'timezone'>,
): UserSettings => ({
  ...defaults,
  ...(person.settings as Partial<UserSettings>),
  email_address_visibility: person.email_visibility as UserSettings['email_address_visibility'],
});
