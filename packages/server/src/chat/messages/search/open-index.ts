import { sql, type Reader } from '../../../engine/db/sql.ts';
import { TOKENIZER_VERSION } from './tokens.ts';

export type SegmentRange = { readonly id: number; readonly first: number; readonly last: number };

/** The search index of an organization, as the snapshot of a fetch sees it. */
export type SearchIndex = {
  /** No message has a greater id. */
  readonly head: number;
  /** Messages up to this id are indexed. */
  readonly upto: number;
  /** Ascending and without overlaps. */
  readonly segments: readonly SegmentRange[];
  readonly amendments: readonly SegmentRange[];
  /** Indexed messages that changed since, ascending. */
  readonly changed: readonly number[];
};

/** An organization with fewer log entries is searched without an index. */
const MAX_UNINDEXED_POSITIONS = 4_096;

type IndexRow = {
  readonly head: number;
  readonly upto: number | null;
  readonly segments: readonly (readonly [id: number, first: number, last: number, isAmendment: boolean])[];
  readonly changed: readonly number[];
};

/** Returns undefined while the first index of a large organization is built. */
export async function openIndex(reader: Reader, realmId: number): Promise<SearchIndex | undefined> {
  const [row] = await reader.all(
    sql<IndexRow>`
      select h.head, b.upto, (
          select coalesce(json_agg(json_build_array(s.id, s.first_id, s.last_id, s.is_amendment) order by s.first_id), '[]')
          from search_segment s where s.realm_id = h.realm_id and s.build_id = b.id
        ) as segments, array(
          select c.message_id from search_change c
          where c.realm_id = h.realm_id and c.message_id <= b.upto and not c.is_gone and not c.builds @> array[b.id]
          order by c.message_id
        ) as changed
      from realm_head h left join lateral (
        select id, upto from search_build
        where realm_id = h.realm_id and tokenizer <= ${TOKENIZER_VERSION} and ready_at is not null
        order by tokenizer desc, id desc limit 1
      ) as b on true
      where h.realm_id = ${realmId}`,
    'open-search-index',
  );
  if (row === undefined || (row.upto === null && row.head > MAX_UNINDEXED_POSITIONS)) return undefined;
  const ranges = (isAmended: boolean): SegmentRange[] =>
    row.segments.flatMap(([id, first, last, isAmendment]) =>
      isAmendment === isAmended ? [{ id, first, last }] : [],
    );
  return {
    head: row.head,
    upto: row.upto ?? 0,
    segments: ranges(false),
    amendments: ranges(true),
    changed: row.changed,
  };
}
