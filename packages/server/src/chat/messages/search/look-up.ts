import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Lookup } from './lookups.ts';
import type { SegmentRange } from './open-index.ts';
import { keyOf } from './segments/key.ts';
import { nearest, postingOf, type Nearest, type Posting, type Wanted } from './segments/nearest.ts';
import { endOf, findEntries, isWholeRange, openPage, type KeyRange, type OpenPage } from './segments/page.ts';

/** Tokens of one segment that a lookup accepts; a lookup with more is left to the check if there are others. */
const MAX_ACCEPTED_TOKENS = 5_000;

export const ALL_IDS: Wanted = { direction: 'newer', from: 0, count: Infinity };

/** The messages in each segment that satisfy all lookups; undefined if a page is damaged or missing. */
export async function lookUp(
  reader: Reader,
  realmId: number,
  segments: readonly SegmentRange[],
  lookups: readonly Lookup[],
  wanted: Wanted,
): Promise<Nearest[] | undefined> {
  if (segments.length === 0) return [];
  const ranges = lookups.map(rangeOf);
  const pages = await readPages(reader, realmId, segments, ranges);
  const bySegment = Map.groupBy(pages, ({ segment }) => segment);
  const found: Nearest[] = [];
  for (const [n, { first }] of segments.entries()) {
    const own = Map.groupBy(bySegment.get(n + 1) ?? [], ({ lookup }) => lookup);
    const terms: Posting[][] = [];
    for (const [k, lookup] of lookups.entries()) {
      const range = ranges[k] ?? rangeOf(lookup);
      const open = openRange(own.get(k + 1) ?? [], range);
      if (open === undefined) return undefined;
      terms.push(postingsOf(lookup, range, open, first));
    }
    const usable = terms.filter(({ length }) => length <= MAX_ACCEPTED_TOKENS);
    found.push(nearest(usable.length === 0 ? terms : usable, first, wanted));
  }
  return found;
}

function rangeOf(lookup: Lookup): KeyRange {
  return lookup.kind === 'token'
    ? { key: keyOf(lookup.token), isBeginning: false }
    : { key: keyOf(lookup.beginning), isBeginning: true };
}

type FoundPage = { readonly segment: number; readonly lookup: number; readonly data: Buffer };

/** The pages that may contain a key of a range: the last one that begins before it, and those that begin within. */
function readPages(
  reader: Reader,
  realmId: number,
  segments: readonly SegmentRange[],
  ranges: readonly KeyRange[],
): Promise<FoundPage[]> {
  const from = ranges.map(({ key }) => Buffer.from(key, 'latin1'));
  const to = ranges.map((range) => Buffer.from(endOf(range), 'latin1'));
  return reader.all(
    sql<FoundPage>`
      select s.n::integer as segment, r.n::integer as lookup, p.data
      from unnest(${segments.map(({ id }) => id)}::bigint[]) with ordinality as s (id, n)
      cross join unnest(${from}::bytea[], ${to}::bytea[]) with ordinality as r (low, high, n)
      cross join lateral (
        (select data from search_page where realm_id = ${realmId} and segment_id = s.id and first_key < r.low
          order by first_key desc, number desc limit 1)
        union all
        (select data from search_page where realm_id = ${realmId} and segment_id = s.id
          and first_key >= r.low and first_key <= r.high)
      ) as p`,
    'search-pages',
  );
}

/** Opens the pages of a range; undefined if one of them is damaged or missing. */
function openRange(pages: readonly FoundPage[], range: KeyRange): OpenPage[] | undefined {
  const open = pages.map(({ data }) => openPage(data)).filter((page) => page !== undefined);
  if (open.length < pages.length) return undefined;
  open.sort((a, b) => a.header.number - b.header.number);
  return isWholeRange(open, range) ? open : undefined;
}

function postingsOf(lookup: Lookup, range: KeyRange, pages: readonly OpenPage[], firstId: number): Posting[] {
  const postings: Posting[] = [];
  for (const page of pages)
    findEntries(page, range, (token, list, last) => {
      if (lookup.kind === 'token' || lookup.accepts(token))
        postings.push(postingOf(list, firstId, firstId + last));
    });
  return postings;
}
