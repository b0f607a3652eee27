import { movingError } from '../../../engine/db/realm.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { tokenizerOf, type Tokenizer, type Tokenizers } from './tokenizer.ts';

export type SegmentRange = {
  readonly id: number;
  readonly first: number;
  readonly last: number;
};

/** The search index of an organization, as the snapshot of a fetch sees it. */
export type SearchIndex = {
  /** Undefined without an index. */
  readonly buildId: number | undefined;
  /** No message has a greater id. */
  readonly head: number;
  /** Messages up to this id are indexed. */
  readonly upto: number;
  /** The version of the segments. */
  readonly tokenizer: Tokenizer;
  /** Ascending and without overlaps. */
  readonly segments: readonly SegmentRange[];
  readonly amendments: readonly SegmentRange[];
  /** Indexed messages that changed since, ascending. */
  readonly changed: readonly number[];
};

type IndexRow = {
  readonly build_id: number | null;
  readonly head: number;
  readonly upto: number | null;
  readonly tokenizer: number | null;
  readonly segments: readonly (readonly [id: number, first: number, last: number, isAmendment: boolean])[];
  readonly changed: readonly number[];
};

/** Messages that no index contains yet are scanned. */
export async function openIndex(
  reader: Reader,
  realmId: number,
  tokenizers: Tokenizers,
): Promise<SearchIndex> {
  const known = tokenizers.map(({ version }) => version);
  const [row] = await reader.all(
    sql<IndexRow>`
      select h.head, b.id as build_id, b.upto, b.tokenizer, (
          select coalesce(json_agg(json_build_array(s.id, s.first_id, s.last_id, s.is_amendment) order by s.first_id), '[]')
          from search_segment s where s.realm_id = h.realm_id and s.build_id = b.id
        ) as segments, array(
          select c.message_id from search_change c
          where c.realm_id = h.realm_id and c.message_id <= b.upto and not c.is_gone and not c.builds @> array[b.id]
          order by c.message_id
        ) as changed
      from realm_head h left join lateral (
        select id, upto, tokenizer from search_build
        where realm_id = h.realm_id and tokenizer = any(${known}::smallint[]) and ready_at is not null
        order by tokenizer desc, id desc limit 1
      ) as b on true
      where h.realm_id = ${realmId}`,
    'open-search-index',
  );
  if (row === undefined) throw movingError();
  const ranges = (isAmended: boolean): SegmentRange[] =>
    row.segments.flatMap(([id, first, last, isAmendment]) =>
      isAmendment === isAmended ? [{ id, first, last }] : [],
    );
  return {
    buildId: row.build_id ?? undefined,
    head: row.head,
    upto: row.upto ?? 0,
    tokenizer: row.tokenizer === null ? tokenizers[0] : tokenizerOf(tokenizers, row.tokenizer),
    segments: ranges(false),
    amendments: ranges(true),
    changed: row.changed,
  };
}
