import { userSettings, type UserSettings } from '@parley/contract/objects/user-settings.ts';
import { memoizePerRow } from '../../engine/db/per-row.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { UserRow } from '../../http/actor.ts';
import { realmSettingsOf } from '../realm/settings.ts';

const defaults = Object.fromEntries(
  Object.entries(userSettings).map(([name, setting]) => [name, setting.default]),
) as unknown as UserSettings;

/** A user's settings. Only values that differ from the defaults are stored; two have their own columns. */
export const settingsOf = memoizePerRow(
  (user: Pick<UserRow, 'settings' | 'email_visibility' | 'timezone'>): UserSettings => ({
    ...defaults,
    ...(user.settings as Partial<UserSettings>),
    email_address_visibility: user.email_visibility as UserSettings['email_address_visibility'],
    timezone: user.timezone,
  }),
);

/** The settings of a new user in an organization. */
export function initialSettingsOf(realm: RealmRow): UserSettings {
  return {
    ...defaults,
    default_language: realmSettingsOf(realm).default_language,
    ...(realm.user_defaults as Partial<UserSettings>),
  };
}

/** The settings to store: those that differ from the defaults. */
export function nonDefaultSettings(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== defaults[name as keyof UserSettings]),
  );
}

/** Names of the tz database only: JavaScript engines also accept offsets and other spellings. */
const TIMEZONE_NAME = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*)*$/;

export function isTimezone(text: string): boolean {
  if (!TIMEZONE_NAME.test(text)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    // Engines map some zones to older names, but the spelling must be exact.
    return timeZone === text || timeZone.toLowerCase() !== text.toLowerCase();
  } catch {
    return false;
  }
}
