import { sql, type Reader } from '../../engine/db/sql.ts';

/** Progress of all readers of one kind. */
export type ReaderLag = {
  readonly kind: string;
  /** Entries between the cursor and the newest wanted one, of the reader that is most behind. */
  readonly entries: number;
  /** Age of the oldest entry that waits. */
  readonly seconds: number;
  readonly paused: number;
};

/** Ages are looked up for the readers of each kind that are most behind. */
const MAX_AGES_PER_KIND = 100;

export function readLag(reader: Reader): Promise<ReaderLag[]> {
  return reader.all(
    sql<ReaderLag>`
      with behind as (
        select r.kind, r.realm_id, r.position, h.head - r.position as entries
          from log_reader r join realm_head h using (realm_id) where r.id = 0 and h.head > r.position
        union all
        select kind, realm_id, position, wanted - position
          from log_reader where wanted > position and paused_at is null
      ), ranked as (
        select *, row_number() over (partition by kind order by entries desc) as place from behind
      ), aged as (
        select kind, entries, (
            select extract(epoch from now() - e.at) from log_entry e
            where e.realm_id = ranked.realm_id and e.position > ranked.position
            order by e.position limit 1)::float8 as seconds
          from ranked where place <= ${MAX_AGES_PER_KIND}
      ), paused as (
        select kind, count(*) as paused from log_reader where paused_at is not null group by kind
      ), known as (
        select distinct kind from log_reader where id = 0 union select kind from aged union select kind from paused
      )
      select known.kind, coalesce(max(aged.entries), 0)::bigint as entries,
        greatest(coalesce(max(aged.seconds), 0), 0) as seconds, coalesce(max(paused.paused), 0)::bigint as paused
      from known left join aged using (kind) left join paused using (kind)
      group by known.kind`,
    'reader-lag',
  );
}
