import { expect, test } from 'vitest';
import { realmSettings } from './realm-settings.ts';
import { realmDefaultSettingParameters, userSettings, userSettingsObject } from './user-settings.ts';

test.each(Object.entries(userSettings))('the default of %s is one of its values', (_, setting) => {
  expect(setting.schema.safeParse(setting.default).success).toBe(true);
});

test.each(Object.entries(realmSettings))('the default of %s is one of its values', (_, setting) => {
  expect(setting.value.safeParse(setting.default).success).toBe(true);
});

test('seven settings are nobody else’s business', () => {
  const own = Object.keys(userSettings).filter((name) => !(name in realmDefaultSettingParameters));
  expect(own).toEqual([
    'allow_private_data_export',
    'default_language',
    'do_not_disturb_hours',
    'do_not_disturb_until',
    'enable_login_emails',
    'enable_marketing_emails',
    'timezone',
  ]);
});

test('a clock may be left unchosen', () => {
  expect(userSettingsObject.shape.twenty_four_hour_time.safeParse(null).success).toBe(true);
  expect(userSettingsObject.shape.enter_sends.safeParse(null).success).toBe(false);
});

test.each([
  ['', true],
  ['Mo 22:00-07:00', true],
  ['Mo-Fr,Su 00:00-24:00; Sa 09:30-09:30', true],
  ['Mo 24:00-01:00', false],
  ['Mo 22-07', false],
  ['monday 22:00-07:00', false],
  ['Mo 22:00-07:00;Tu 22:00-07:00', false],
  ['Mo 22:00-07:00; ', false],
])('do_not_disturb_hours %j is valid: %s', (hours, isValid) => {
  expect(userSettings.do_not_disturb_hours.schema.safeParse(hours).success).toBe(isValid);
});
