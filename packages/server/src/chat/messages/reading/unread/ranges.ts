import { sql, type Reader } from '../../../../engine/db/sql.ts';
import type { Home } from './homes.ts';
import type { Owner } from './owner.ts';
import { unreadColumns, withUserFlags, type UnreadRow } from './row.ts';

/** Bounds the duration of the statement of `readRanges`. */
const MAX_CANDIDATES = 5_000;

/** Conversations with few candidates, at most `MAX_CANDIDATES` together, and the others. */
export function splitByCandidates(homes: readonly Home[]): { few: readonly Home[]; many: readonly Home[] } {
  const sorted = homes.toSorted((a, b) => a.candidates - b.candidates);
  let total = 0;
  const end = sorted.findIndex(({ candidates }) => (total += candidates) > MAX_CANDIDATES);
  return end === -1 ? { few: sorted, many: [] } : { few: sorted.slice(0, end), many: sorted.slice(end) };
}

/** The columns of a message that `unreadColumns` and the conditions need. */
const columns = sql`m.id, m.home_id, m.ordinal, m.channel_id, m.arrived_at, m.topic, m.topic_key, m.message_flags`;

/**
 * All unread messages of some conversations: those after the prefix that are not read, and the exceptions before it.
 * `order by … limit` makes PostgreSQL look messages up by ordinal, also in a database without statistics.
 */
export function readRanges(reader: Reader, owner: Owner, homes: readonly Home[]): Promise<UnreadRow[]> {
  const { realmId, userId } = owner;
  return reader.all(
    sql<UnreadRow>`
      with home as materialized (
        select * from unnest(
          ${homes.map(({ home_id }) => home_id)}::bigint[], ${homes.map(({ prefix }) => prefix)}::bigint[],
          ${homes.map(({ received }) => received)}::int8multirange[]
        ) as h (home_id, prefix, received)
      ), exception as materialized (
        select h.home_id, h.received, b.block, b.bits, b.bits & bits_up_to(h.prefix, b.block) as bits_before
        from home h
        join read_block b on b.realm_id = ${realmId} and b.user_id = ${userId} and b.conversation_id = h.home_id
      ), before as materialized (
        select e.home_id, o.ordinal from exception e
        cross join lateral ordinals_of(e.bits_before, e.block) as o (ordinal)
        where bit_count(e.bits_before) > 0 and e.received @> o.ordinal
      ), unread as (
        select m.* from home h
        cross join lateral (
          select ${columns} from message m
          where m.realm_id = ${realmId} and m.home_id = h.home_id and m.ordinal > h.prefix
          order by m.ordinal limit ${MAX_CANDIDATES}
        ) as m
        left join exception e on e.home_id = h.home_id and e.block = m.ordinal / 4096
        where h.received @> m.ordinal and coalesce(get_bit(e.bits, (m.ordinal % 4096)::integer), 0) = 0
        union all
        select m.* from before
        cross join lateral (
          select ${columns} from message m
          where m.realm_id = ${realmId} and m.home_id = before.home_id and m.ordinal >= before.ordinal
          order by m.ordinal limit 1
        ) as m
        where m.ordinal = before.ordinal
      )
      select ${unreadColumns} from unread m
      ${withUserFlags(owner)}`,
    'unread-ranges',
  );
}
