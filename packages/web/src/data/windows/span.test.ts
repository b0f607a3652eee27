import { expect, test } from 'vitest';
import { covers, emptySpan, gapsIn, spanOf, withMissing, withNewer, withOlder, withVerdict } from './span.ts';

const narrow = { kind: 'all' } as const;
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

test('a span that grows at one end loses its other end', () => {
  const span = spanOf(narrow, { ids: range(2_001, 4_000), foundOldest: false, foundNewest: true });
  const asked = { ...span, unjudged: [4_000], missing: [3_999] };
  const older = withOlder(asked, { ids: range(1_901, 2_000), foundOldest: true, foundNewest: false });
  expect([older.ids[0], older.ids.at(-1), older.ids.length]).toEqual([1_901, 3_900, 2_000]);
  expect(older).toMatchObject({ foundOldest: true, foundNewest: false, unjudged: [], missing: [] });
  const newer = withNewer(older, { ids: range(3_901, 4_000), foundOldest: false, foundNewest: true });
  expect([newer.ids[0], newer.ids.at(-1)]).toEqual([2_001, 4_000]);
  expect(newer).toMatchObject({ foundOldest: false, foundNewest: true });
});

test('a span that follows new messages stays bounded', () => {
  let span = spanOf(narrow, { ids: [], foundOldest: true, foundNewest: true });
  for (const id of range(1, 5_000)) span = withVerdict(span, id, true);
  expect(span.ids.length).toBeLessThanOrEqual(2_200);
  expect(span.ids.at(-1)).toBe(5_000);
  expect(span.foundOldest).toBe(false);
});

test('a span covers only the part whose messages it knows', () => {
  const span = spanOf(narrow, { ids: [10, 20], foundOldest: false, foundNewest: false });
  expect([5, 10, 15, 20, 25].map((id) => covers(span, id))).toEqual([false, true, true, true, false]);
  expect(covers({ ...span, foundNewest: true }, 25)).toBe(true);
  expect(covers({ ...span, foundOldest: true }, 5)).toBe(true);
  expect(covers(emptySpan(narrow), 5)).toBe(false);
  expect(covers({ ...emptySpan(narrow), foundOldest: true, foundNewest: true }, 5)).toBe(true);
});

test('missing messages leave a gap in front of the next one until they are judged', () => {
  const span = spanOf(narrow, { ids: [10, 20, 30], foundOldest: false, foundNewest: false });
  const missing = withMissing(span, [5, 15, 16, 25, 35]);
  expect(missing.missing).toEqual([15, 16, 25]);
  expect(gapsIn(missing)).toEqual([20, 30]);
  const settled = [15, 16, 25].reduce((next, id) => withVerdict(next, id, id !== 16), missing);
  expect(settled).toMatchObject({ ids: [10, 15, 20, 25, 30], missing: [] });
  expect(withMissing(span, range(11, 19).concat(range(1_000, 2_000))).isStale).toBe(false);
  const long = { ...span, foundNewest: true };
  expect(withMissing(long, range(1_000, 2_000)).isStale).toBe(true);
});
