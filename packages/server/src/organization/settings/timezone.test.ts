import { expect, test } from 'vitest';
import { languageName } from './languages.ts';
import { isTimezone } from './user-settings.ts';

test.each(['UTC', 'Europe/Paris', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
  '%s is a time zone',
  (name) => {
    expect(isTimezone(name)).toBe(true);
  },
);

test.each([
  '',
  'Mars/Base',
  'europe/paris',
  'Europe/paris',
  '+01:00',
  'Europe/',
  'x'.repeat(10_000),
  'Europe/Par\0is',
])('%j is not a time zone', (name) => {
  expect(isTimezone(name)).toBe(false);
});

test('languageName accepts only known language codes', () => {
  expect(languageName('de')).toBe('Deutsch');
  expect(languageName('tlh')).toBeUndefined();
  expect(languageName('toString')).toBeUndefined();
});
