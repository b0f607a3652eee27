import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutSpan, growSpan, MAX_ROWS, openSpan, rangeOf } from './row-span.ts';

const thousand = Array.from({ length: 1_000 }, (_, index) => (index + 1) * 10);

test('a list opens with a few rows around its anchor', () => {
  const source = { ids: thousand, foundNewest: true };
  const { from, to } = rangeOf(thousand, openSpan(source, 5_000));
  expect(to - from).toBe(25);
  expect(thousand.slice(from, to)).toContain(5_000);
});

test('a list that opens at its end follows new messages', () => {
  const span = openSpan({ ids: thousand, foundNewest: true }, undefined);
  expect(rangeOf([...thousand, 10_010], span).to).toBe(1_001);
});

test('a span that has not found the newest message does not follow', () => {
  const span = openSpan({ ids: thousand, foundNewest: false }, undefined);
  expect(rangeOf([...thousand, 10_010], span).to).toBe(1_000);
});

test('older messages in front of a span leave its rows as they are', () => {
  const span = openSpan({ ids: thousand, foundNewest: true }, 5_000);
  const shown = (ids: readonly number[]): readonly number[] => {
    const { from, to } = rangeOf(ids, span);
    return ids.slice(from, to);
  };
  expect(shown([1, 2, 3, ...thousand])).toEqual(shown(thousand));
});

test('any growth keeps the bound, the order and all ids on the screen', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 900 }),
      fc.array(fc.constantFrom('start', 'end'), { maxLength: 30 }),
      (count, sides) => {
        const ids = thousand.slice(0, count);
        const source = { ids, foundNewest: true };
        let span = openSpan(source, ids[Math.floor(count / 2)]);
        for (const side of sides) {
          span = cutSpan(source, growSpan(source, span, side, 60), 'start');
          const { from, to } = rangeOf(ids, span);
          expect(to).toBeGreaterThan(from);
          expect(to - from).toBeLessThanOrEqual(MAX_ROWS);
        }
      },
    ),
  );
});
