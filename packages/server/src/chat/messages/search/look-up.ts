import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Lookup } from './lookups.ts';
import type { SegmentRange } from './open-index.ts';
import type { IdList } from './segments/id-list.ts';
import { intersect } from './segments/intersect.ts';
import { keyOf } from './segments/key.ts';
import { findEntries, type KeyRange } from './segments/page.ts';

/** Tokens of one segment that a lookup accepts; a lookup with more is left to the check if there are others. */
const MAX_ACCEPTED_TOKENS = 5_000;

/** No byte of a token is 255. */
const AFTER_ALL = '\xff';

/** Ids of messages in the segments that satisfy all lookups, ascending within each segment. */
export async function lookUp(
  reader: Reader,
  realmId: number,
  segments: readonly SegmentRange[],
  lookups: readonly Lookup[],
): Promise<number[]> {
  if (segments.length === 0) return [];
  const ranges = lookups.map(rangeOf);
  const pages = await readPages(reader, realmId, segments, ranges);
  const bySegment = Map.groupBy(pages, ({ segment }) => segment);
  return segments.flatMap(({ first }, n) => {
    const own = bySegment.get(n + 1) ?? [];
    const terms = lookups.map((lookup, k) =>
      listsOf(
        lookup,
        ranges[k],
        own.filter((page) => page.lookup === k + 1),
      ),
    );
    const usable = terms.filter(({ length }) => length <= MAX_ACCEPTED_TOKENS);
    return intersect(usable.length === 0 ? terms : usable, first);
  });
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
  const to = ranges.map(({ key, isBeginning }) => Buffer.from(isBeginning ? key + AFTER_ALL : key, 'latin1'));
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

function listsOf(lookup: Lookup, range: KeyRange | undefined, pages: readonly FoundPage[]): IdList[] {
  const lists: IdList[] = [];
  if (range === undefined) return lists;
  for (const { data } of pages)
    findEntries(data, range, (token, list) => {
      if (lookup.kind === 'token' || lookup.accepts(token)) lists.push(list);
    });
  return lists;
}
