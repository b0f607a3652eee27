import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPages } from './build.ts';
import { decodeIds, encodeIds, rebase, type IdList } from './id-list.ts';
import { intersect } from './intersect.ts';
import { keyOf, tokenOf } from './key.ts';
import { mergeInOrder, mergeOverlapping, withoutIds } from './merge.ts';
import {
  endOf,
  entriesOf,
  findEntries,
  isWholeRange,
  openPage,
  openSegment,
  type KeyRange,
  type OpenPage,
  type PackedPages,
} from './page.ts';

const RUNS = { numRuns: 150 };
const MAX_PAGE_BYTES = 7_900;

type Index = Map<string, number[]>;

function bytesOf({ data, ends }: PackedPages): Buffer[] {
  return ends.map((end, n) => data.subarray(ends[n - 1] ?? 0, end));
}

function pagesOf(packed: PackedPages): OpenPage[] {
  const pages = openSegment(bytesOf(packed));
  if (pages === undefined) throw new Error('The segment is damaged.');
  return pages;
}

function readAll(packed: PackedPages, firstId: number): Index {
  const index: Index = new Map();
  for (const page of pagesOf(packed))
    for (const { key, list } of entriesOf(page)) {
      const ids = index.get(tokenOf(key)) ?? [];
      decodeIds(list, firstId, ids);
      index.set(tokenOf(key), ids);
    }
  return index;
}

function invert(messages: ReadonlyMap<number, ReadonlySet<string>>): Index {
  const index: Index = new Map();
  for (const [id, tokens] of [...messages].toSorted(([a], [b]) => a - b))
    for (const token of tokens) index.set(token, [...(index.get(token) ?? []), id]);
  return index;
}

const token = fc.oneof(
  fc.constantFrom('a', 'ab', 'abc', 'abd', 'b', '天', '天気', '🎉', '\x01a\x01b', '\uffee', 'zz'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
);
const messagesFrom = (first: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.uniqueArray(token, { maxLength: 6 })), {
      minLength: 1,
      maxLength: 60,
    })
    .map((parts) => {
      let id = first;
      return new Map(parts.map(([step, tokens]) => [(id += step), new Set(tokens)] as const));
    });
const firstOf = (messages: ReadonlyMap<number, unknown>) => Math.min(...messages.keys());

test('pages contain the postings that were packed', () => {
  fc.assert(
    fc.property(messagesFrom(7), (messages) => {
      const index = invert(messages);
      expect(readAll(buildPages(index, firstOf(messages)), firstOf(messages))).toEqual(
        new Map([...index].toSorted(([a], [b]) => (keyOf(a) < keyOf(b) ? -1 : 1))),
      );
    }),
    RUNS,
  );
});

test('a lookup finds the entries of its key or its beginning', () => {
  fc.assert(
    fc.property(messagesFrom(7), token, fc.boolean(), (messages, wanted, isBeginning) => {
      const index = invert(messages);
      const found: string[] = [];
      for (const page of pagesOf(buildPages(index, 8)))
        findEntries(page, { key: keyOf(wanted), isBeginning }, (one) => found.push(one));
      const expected = [...index.keys()].filter((one) =>
        isBeginning ? keyOf(one).startsWith(keyOf(wanted)) : one === wanted,
      );
      expect(found.toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 500 },
  );
});

test('a merge of segments equals a segment of all their messages', () => {
  const parts = fc.tuple(messagesFrom(10), messagesFrom(100_000), messagesFrom(900_000));
  fc.assert(
    fc.property(parts, (segments) => {
      const all = new Map(segments.flatMap((messages) => [...messages]));
      const packed = segments.map((messages) => ({
        firstId: firstOf(messages),
        pages: pagesOf(buildPages(invert(messages), firstOf(messages))),
      }));
      const expected = readAll(buildPages(invert(all), firstOf(all)), firstOf(all));
      expect(readAll(mergeInOrder(packed), firstOf(all))).toEqual(expected);
      expect(readAll(mergeOverlapping(packed.toReversed()), firstOf(all))).toEqual(expected);
    }),
    RUNS,
  );
});

test('amendments that repeat an id are merged to one', () => {
  const segment = (ids: number[]) => ({
    firstId: ids[0] ?? 0,
    pages: pagesOf(buildPages(new Map([['a', ids]]), ids[0] ?? 0)),
  });
  expect(readAll(mergeOverlapping([segment([5, 9]), segment([3, 9])]), 3)).toEqual(
    new Map([['a', [3, 5, 9]]]),
  );
});

test('lists over the limit continue in pages that each fit into a block', () => {
  const ids = Array.from({ length: 50_000 }, (_, n) => 10 + n * 300);
  const packed = buildPages(
    new Map([
      ['a', [10]],
      ['the', ids],
      ['zoo', [10]],
    ]),
    10,
  );
  const pages = pagesOf(packed);
  for (const { bytes } of pages) expect(bytes.length).toBeLessThanOrEqual(MAX_PAGE_BYTES);
  expect(readAll(packed, 10).get('the')).toEqual(ids);
  const found: number[] = [];
  for (const page of pages)
    findEntries(page, { key: 'the', isBeginning: false }, (_, list) => decodeIds(list, 10, found));
  expect(found).toEqual(ids);
  const merged = mergeInOrder([
    { firstId: 10, pages },
    { firstId: 20_000_000, pages: pagesOf(buildPages(new Map([['the', [20_000_005]]]), 20_000_000)) },
  ]);
  for (const { bytes } of pagesOf(merged)) expect(bytes.length).toBeLessThanOrEqual(MAX_PAGE_BYTES);
  expect(readAll(merged, 10).get('the')).toEqual([...ids, 20_000_005]);
});

test('ids that are gone leave a page, and a page without them stays as it is', () => {
  fc.assert(
    fc.property(messagesFrom(7), fc.array(fc.nat(40)), (messages, which) => {
      const ids = [...messages.keys()];
      const gone = new Set(which.flatMap((n) => ids[n] ?? []));
      const firstId = firstOf(messages);
      const kept = new Map([...messages].filter(([id]) => !gone.has(id)));
      const left: Index = new Map();
      for (const page of pagesOf(buildPages(invert(messages), firstId))) {
        const changed = openPage(withoutIds(page, firstId, gone) ?? page.bytes) ?? page;
        expect(changed.header).toEqual(page.header);
        expect(withoutIds(changed, firstId, gone)).toBeUndefined();
        for (const { key, list } of entriesOf(changed)) {
          const some = left.get(tokenOf(key)) ?? [];
          decodeIds(list, firstId, some);
          left.set(tokenOf(key), some);
        }
      }
      expect(left).toEqual(new Map([...invert(kept)].toSorted(([a], [b]) => (keyOf(a) < keyOf(b) ? -1 : 1))));
    }),
    RUNS,
  );
});

test('a frequent word keeps its ids when one of them is gone', () => {
  const ids = Array.from({ length: 6_000 }, (_, n) => 10 + n);
  const half = (part: number[]) => ({
    firstId: part[0] ?? 0,
    pages: pagesOf(buildPages(new Map([['the', part]]), part[0] ?? 0)),
  });
  const left: number[] = [];
  for (const page of pagesOf(mergeInOrder([half(ids.slice(0, 3_000)), half(ids.slice(3_000))]))) {
    const changed = openPage(withoutIds(page, 10, new Set([500])) ?? page.bytes);
    expect(changed).toBeDefined();
    if (changed !== undefined) for (const { list } of entriesOf(changed)) decodeIds(list, 10, left);
  }
  expect(left).toEqual(ids.filter((id) => id !== 500));
});

test('[SE25] a damaged page is refused at any byte', () => {
  const page = buildPages(
    new Map([
      ['word', [5, 6, 900]],
      ['words', [7]],
    ]),
    5,
  ).data;
  for (let n = 0; n < page.length; n += 1) {
    const damaged = Buffer.from(page);
    damaged[n] = (damaged[n] ?? 0) ^ 0x10;
    expect(openPage(damaged)).toBeUndefined();
  }
  expect(openPage(page.subarray(0, 2))).toBeUndefined();
});

test('[SE25] a missing page is noticed by a merge, and by every lookup that needs it', () => {
  const keys = Array.from({ length: 60 }, (_, n) => `key${Math.floor(n / 2)}${n % 2 === 0 ? '' : 'x'}`);
  const ids = Array.from({ length: 2_500 }, (_, n) => n * 130);
  const index = new Map(keys.map((key, n) => [key, n % 5 === 0 ? ids : ids.slice(0, 300)]));
  const pages = bytesOf(buildPages(index, 0));
  expect(pages.length).toBeGreaterThan(20);
  fc.assert(
    fc.property(
      fc.nat(pages.length - 1),
      fc.constantFrom('', 'a', 'z', ...keys),
      fc.boolean(),
      (missing, key, isBeginning) => {
        const left = pages.filter((_, n) => n !== missing);
        expect(openSegment(left)).toBeUndefined();
        const range = { key, isBeginning };
        const all = inRange(pages, range);
        const some = inRange(left, range);
        expect(isWholeRange(all, range)).toBe(true);
        const isNeeded = all.some(({ header }) => header.number === missing + 1);
        expect(isWholeRange(some, range)).toBe(!isNeeded);
      },
    ),
    { numRuns: 500 },
  );
});

/** The pages that a search reads for a range. */
function inRange(pages: readonly Buffer[], range: KeyRange): OpenPage[] {
  const open = pages.flatMap((bytes) => openPage(bytes) ?? []);
  const from = open.findLastIndex(({ header }) => header.key < range.key);
  return open.filter(
    ({ header }, n) => n === from || (header.key >= range.key && header.key <= endOf(range)),
  );
}

test('an intersection has the ids that are in a list of every term', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 3, max: 60 }), { maxLength: 30 });
  fc.assert(
    fc.property(
      fc.array(fc.array(ids, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
      (terms) => {
        const lists = terms.map((some) =>
          some.map((one): IdList =>
            encodeIds(
              one.toSorted((a, b) => a - b),
              3,
            ),
          ),
        );
        const all = Array.from({ length: 61 }, (_, id) => id);
        expect(intersect(lists, 3)).toEqual(
          all.filter((id) => terms.every((some) => some.some((one) => one.includes(id)))),
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('a list keeps its ids when its base changes, up to the largest ids', () => {
  const ids = [5, 6, 1_000_000, 2 ** 51];
  const moved: number[] = [];
  decodeIds(rebase(encodeIds(ids, 5), 5, 2), 2, moved);
  expect(moved).toEqual(ids);
});
