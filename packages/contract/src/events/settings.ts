import * as z from 'zod';
import { event } from '../event.ts';
import { realmDefaultSettingNames, userSettingNames, userSettingValue } from '../objects/user-settings.ts';
import { string } from '../primitives.ts';

export const userSettingsUpdate = event(
  'user_settings',
  'update',
  {
    property: z.enum(userSettingNames),
    value: userSettingValue,
    language_name: string.optional().describe('Only with `default_language`.'),
  },
  'A setting of the reader changed.',
);

export const realmUserSettingsDefaultsUpdate = event(
  'realm_user_settings_defaults',
  'update',
  { property: z.enum(realmDefaultSettingNames), value: userSettingValue },
  'A setting with which new users start changed.',
);
