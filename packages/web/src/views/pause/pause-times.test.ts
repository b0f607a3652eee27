import { expect, test } from 'vitest';
import { pauseTimes } from './pause-times.ts';

function endsAt(time: string): readonly string[] {
  return pauseTimes(new Date(time)).map(({ id, date }) => `${id} ${date.toString().slice(4, 21)}`);
}

test('a pause ends after half an hour or an hour, at an hour of the day or tomorrow morning', () => {
  expect(endsAt('2026-03-17T09:41')).toEqual([
    'half-hour Mar 17 2026 10:11',
    'hour Mar 17 2026 10:41',
    'today Mar 17 2026 13:00',
    'tomorrow Mar 18 2026 08:00',
  ]);
});

test('an hour of the day that is near or past is not offered', () => {
  expect(endsAt('2026-03-17T12:00')[2]).toBe('today Mar 17 2026 18:00');
  expect(endsAt('2026-03-31T17:30').map((end) => end.split(' ')[0])).toEqual([
    'half-hour',
    'hour',
    'tomorrow',
  ]);
  expect(endsAt('2026-03-31T17:30').at(-1)).toBe('tomorrow Apr 01 2026 08:00');
});
