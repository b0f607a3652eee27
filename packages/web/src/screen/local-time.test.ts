import { expect, test } from 'vitest';
import { localTime } from './local-time.ts';

const NOON = Date.UTC(2026, 0, 15, 12, 0);

test('a time elsewhere tells the difference in hours, half ones too', () => {
  const here = new Date(NOON).getTimezoneOffset();
  expect(here).toBe(0);
  expect(localTime('UTC', NOON)).toMatch(/^12:00/);
  expect(localTime('Asia/Tokyo', NOON)).toMatch(/, \+9 h$/);
  expect(localTime('Asia/Kolkata', NOON)).toMatch(/, \+5.5 h$/);
  expect(localTime('America/New_York', NOON)).toMatch(/, −5 h$/);
});

test('an unknown zone has no time', () => {
  expect(localTime('', NOON)).toBe('');
  expect(localTime('Mars/Base', NOON)).toBe('');
});
