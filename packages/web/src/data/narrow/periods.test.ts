import type { NarrowTerm } from '@parley/client';
import { expect, test } from 'vitest';
import { isDay, momentTerms, periodOf, startOfDay } from './periods.ts';

const DAY = '2026-03-17';
const [begin, end] = [startOfDay(DAY), startOfDay(DAY, 1)];
const iso = (time: number): string => new Date(time).toISOString();

test('a day begins and ends with the calendar of the reader', () => {
  expect([isDay(DAY), isDay('2026-02-30'), isDay('today')]).toEqual([true, false, false]);
  expect(end - begin).toBe(86_400_000);
  expect(periodOf('date', DAY)).toEqual([begin, end]);
  expect(periodOf('before', DAY)).toEqual([-Infinity, begin]);
  expect(periodOf('after', DAY)).toEqual([end, Infinity]);
  expect(periodOf('sender', DAY)).toBeUndefined();
});

test.each<[NarrowTerm, NarrowTerm[]]>([
  [{ operator: 'before', operand: DAY }, [{ operator: 'before', operand: iso(begin) }]],
  [
    { operator: 'after', operand: DAY, negated: true },
    [{ operator: 'after', operand: iso(end), negated: true }],
  ],
  [
    ['date', DAY],
    [
      { operator: 'after', operand: iso(begin) },
      { operator: 'before', operand: iso(end) },
    ],
  ],
  [{ operator: 'after', operand: iso(begin) }, [{ operator: 'after', operand: iso(begin) }]],
  [{ operator: 'search', operand: DAY }, [{ operator: 'search', operand: DAY }]],
])('the server is asked for moments: %j', (term, asked) => {
  expect(momentTerms(term)).toEqual(asked);
});
