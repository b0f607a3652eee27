import { userSettings, type UserSettings } from '@parley/contract/objects/user-settings.ts';
import { perRow } from '../../engine/db/per-row.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { UserRow } from '../../http/actor.ts';
import { realmSettingsOf } from '../realm/settings.ts';

const defaults = Object.fromEntries(
  Object.entries(userSettings).map(([name, setting]) => [name, setting.default]),
) as unknown as UserSettings;

/** A user's settings: what differs from the defaults is stored, two of them in columns of their own. */
export const settingsOf = perRow(
  (user: Pick<UserRow, 'settings' | 'email_visibility' | 'timezone'>): UserSettings => ({
    ...defaults,
    ...(user.settings as Partial<UserSettings>),
    email_address_visibility: user.email_visibility as UserSettings['email_address_visibility'],
    timezone: user.timezone,
  }),
);

/** The settings with which users of an organization start. */
export function initialSettingsOf(realm: RealmRow): UserSettings {
  return {
    ...defaults,
    default_language: realmSettingsOf(realm).default_language,
    ...(realm.user_defaults as Partial<UserSettings>),
  };
}

/** The part of some settings that has to be stored. */
export function nonDefaultSettings(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== defaults[name as keyof UserSettings]),
  );
}

/** Names as the database of time zones writes them; engines also know offsets and other spellings. */
const NAME = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*)*$/;

/** Whether text names a time zone. */
export function isTimezone(text: string): boolean {
  if (!NAME.test(text)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    // An engine knows some zones under older names; apart from that the spelling must be right.
    return timeZone === text || timeZone.toLowerCase() !== text.toLowerCase();
  } catch {
    return false;
  }
}
