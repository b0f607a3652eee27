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

/** Sizes that a screen can show. */
const MOST_PIXELS = 1000;
const bounded: readonly UserSettingName[] = ['web_font_size_px', 'web_line_height_percent'];

/** The settings that a request names, in the order of the contract; refuses values that cannot be. */
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
    throw badRequest(`There is no language '${value}' to choose.`);
  if (name === 'timezone' && value !== '' && !isTimezone(String(value)))
    throw badRequest('There is no such time zone.');
  if (bounded.includes(name) && (Number(value) < 1 || Number(value) > MOST_PIXELS))
    throw badRequest(`'${name}' is out of bounds.`);
}
