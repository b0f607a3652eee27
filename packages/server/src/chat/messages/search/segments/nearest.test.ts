import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeIds } from './id-list.ts';
import { nearest, postingOf, type Posting } from './nearest.ts';

const FIRST = 3;
const LAST = 120;
const ids = fc
  .uniqueArray(fc.integer({ min: FIRST, max: LAST }), { maxLength: 60 })
  .map((some) => some.toSorted((a, b) => a - b));

/** The ids of a token, as a segment has them: in postings one behind the other. */
function postingsOf(all: readonly number[], length: number): Posting[] {
  const starts = Array.from({ length: Math.ceil(all.length / length) }, (_, n) => n * length);
  return starts.map((start) => {
    const some = all.slice(start, start + length);
    return postingOf(encodeIds(some, FIRST), FIRST, some.at(-1) ?? FIRST);
  });
}

test('the nearest ids of every term, read on from each edge, are all of them', () => {
  const terms = fc.array(fc.array(ids, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
  const length = fc.integer({ min: 1, max: 9 });
  const start = fc.integer({ min: FIRST - 1, max: LAST + 1 });
  fc.assert(
    fc.property(terms, length, start, fc.integer({ min: 1, max: 9 }), fc.boolean(), (...parts) => {
      const [tokens, size, begin, count, isOlder] = parts;
      const lists = tokens.map((some) => some.flatMap((one) => postingsOf(one, size)));
      const expected = Array.from({ length: LAST + 1 }, (_, id) => id)
        .filter((id) => tokens.every((some) => some.some((one) => one.includes(id))))
        .filter((id) => (isOlder ? id < begin : id > begin));
      const found: number[] = [];
      let from: number | undefined = begin;
      while (from !== undefined) {
        const asked = { direction: isOlder ? 'older' : 'newer', from, count } as const;
        const next = nearest(lists, FIRST, asked);
        expect(next.ids.length).toBeLessThanOrEqual(count);
        const step = (next.edge ?? (isOlder ? 0 : Infinity)) - from;
        expect(isOlder ? -step : step).toBeGreaterThan(0);
        found.push(...next.ids);
        from = next.edge;
      }
      expect(found.toSorted((a, b) => a - b)).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});

test('of a frequent token only the nearest postings are read', () => {
  const all = Array.from({ length: 100_000 }, (_, n) => FIRST + n);
  const postings = postingsOf(all, 1_000);
  let reads = 0;
  const counted = postings.map((posting): Posting => ({
    ...posting,
    list: new Proxy(posting.list, {
      get: (list, name) => {
        reads += 1;
        const value: unknown = Reflect.get(list, name);
        return value;
      },
    }),
  }));
  const { ids: found, edge } = nearest([counted], FIRST, { direction: 'older', from: 90_003, count: 500 });
  expect(found).toEqual(all.slice(89_500, 90_000));
  expect(edge).toBe(89_503);
  expect(reads).toBeLessThan(6_000);
});
