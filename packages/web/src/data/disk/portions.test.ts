import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planPortions, type Portion } from './portions.ts';

let keys = 0;
function newKey(): string {
  keys += 1;
  return `key ${keys}`;
}

function users(count: number): object[] {
  return Array.from({ length: count }, (_, id) => ({ id }));
}

function freshIn(before: readonly Portion<object>[], after: readonly Portion<object>[]): number {
  return after.filter((portion) => !before.includes(portion)).length;
}

test('portions put together are the list, whatever was inserted, removed or replaced', () => {
  const change = fc.record({
    kind: fc.constantFrom('insert', 'remove', 'replace'),
    at: fc.nat(5_000),
    count: fc.integer({ min: 1, max: 1_500 }),
  });
  fc.assert(
    fc.property(fc.nat(3_000), fc.array(change, { maxLength: 6 }), (count, changes) => {
      let list = users(count);
      let portions = planPortions<object>([], list, newKey, 1_000);
      for (const { kind, at, count: size } of changes) {
        const place = at % (list.length + 1);
        const removed = kind === 'insert' ? 0 : size;
        const gone = list.slice(place, place + removed).length;
        list = list.toSpliced(
          place,
          removed,
          ...users(kind === 'remove' ? 0 : kind === 'insert' ? size : gone),
        );
        portions = planPortions(portions, list, newKey, 1_000);
        expect(portions.flatMap(({ items }) => items)).toEqual(list);
        expect(portions.every(({ items }) => items.length <= 1_000)).toBe(true);
        expect(new Set(portions.map(({ key }) => key)).size).toBe(portions.length);
      }
    }),
    { numRuns: 60 },
  );
});

test('a changed, added or removed user costs one or two portions of a hundred', () => {
  const list = users(100_000);
  const before = planPortions<object>([], list, newKey, 1_000);
  expect(before).toHaveLength(100);
  const renamed = list.with(5, { id: 5, name: 'new' });
  expect(freshIn(before, planPortions(before, renamed, newKey, 1_000))).toBe(1);
  expect(freshIn(before, planPortions(before, [...list, { id: 100_000 }], newKey, 1_000))).toBe(1);
  expect(freshIn(before, planPortions(before, list.toSpliced(40_000, 1), newKey, 1_000))).toBe(1);
  expect(freshIn(before, planPortions(before, list, newKey, 1_000))).toBe(0);
});
