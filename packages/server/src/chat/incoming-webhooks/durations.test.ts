import { expect, test } from 'vitest';
import { durationBetween, durationText } from './durations.ts';

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [250, '4 minutes 10 seconds'],
  [3_600, '1 hour'],
  [90_061, '1 day 1 hour'],
  [-1, ''],
  [Infinity, ''],
  [undefined, ''],
])('%s seconds are shown as %j', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

test('the duration between two times needs both', () => {
  expect(durationBetween('2026-03-02T22:00:00Z', '2026-03-02T22:01:30Z')).toBe('1 minute 30 seconds');
  expect(durationBetween('2026-03-02T22:00:00Z', undefined)).toBe('');
  expect(durationBetween('yesterday', '2026-03-02T22:01:30Z')).toBe('');
});
