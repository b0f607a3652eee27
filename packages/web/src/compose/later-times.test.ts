import { expect, test } from 'vitest';
import { fieldValue, laterTimes } from './later-times.ts';
import { widgetText } from './widget-text.ts';

/** Local times of the offered entries. */
function offered(now: string): readonly (readonly [id: string, time: string])[] {
  return laterTimes(new Date(now)).map(({ id, date }) => [id, fieldValue(date)]);
}

test('on a weekday morning this afternoon, tomorrow and Monday are offered', () => {
  expect(offered('2026-03-03T09:42:10')).toEqual([
    ['hour', '2026-03-03T10:42'],
    ['afternoon', '2026-03-03T14:00'],
    ['tomorrow', '2026-03-04T09:00'],
    ['monday', '2026-03-09T09:00'],
  ]);
});

test('in the afternoon this evening takes the place of this afternoon', () => {
  expect(offered('2026-03-03T13:30:00').map(([id]) => id)).toEqual(['hour', 'evening', 'tomorrow', 'monday']);
});

test('on a Sunday evening tomorrow is Monday', () => {
  expect(offered('2026-03-08T20:00:00')).toEqual([
    ['hour', '2026-03-08T21:00'],
    ['tomorrow', '2026-03-09T09:00'],
  ]);
});

test('at night the next morning is that of the same day', () => {
  expect(offered('2026-03-03T02:00:00')).toContainEqual(['morning', '2026-03-03T09:00']);
});

test('a poll becomes a command with a line for each choice', () => {
  const lines = ['Yes', ' ', 'No\nway'];
  expect(widgetText({ kind: 'poll', title: ' Soup? ', lines })).toBe('/poll Soup?\nYes\nNo way');
  expect(widgetText({ kind: 'todo', title: '', lines: ['One'] })).toBe('/todo\nOne');
});
