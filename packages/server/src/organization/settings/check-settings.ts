import {
  type UserSettingName,
  userSettingNames,
  type UserSettings,
} from '@parley/contract/objects/user-settings.ts';
import { badRequest } from '../../engine/api-error.ts';
import { languageName } from './languages.ts';
import { isTimezone } from './user-settings.ts';

export type SettingValues = { readonly [K in UserSettingName]?: UserSettings[K] | undefined };
export type Setting = { readonly name: UserSettingName; readonly value: UserSettings[UserSettingName] };

const MAX_FONT_SETTING = 1000;
const bounded: readonly UserSettingName[] = ['web_font_size_px', 'web_line_height_percent'];

/** The settings in a request, in the order of the contract; throws if a value is invalid. */
export function namedSettings(given: SettingValues): Setting[] {
  return userSettingNames.flatMap((name) => {
    const value = given[name];
    if (value === undefined) return [];
    check(name, value);
    return [{ name, value }];
  });
}

function check(name: UserSettingName, value: UserSettings[UserSettingName]): void {
  if (name === 'default_language' && languageName(String(value)) === undefined)
    throw badRequest(`Unknown language '${value}'.`);
  if (name === 'timezone' && value !== '' && !isTimezone(String(value)))
    throw badRequest(`Unknown time zone '${value}'.`);
  if (bounded.includes(name) && (Number(value) < 1 || Number(value) > MAX_FONT_SETTING))
    throw badRequest(`${name} must be between 1 and ${MAX_FONT_SETTING}.`);
}
