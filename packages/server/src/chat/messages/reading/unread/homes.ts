import { sql, type Reader } from '../../../../engine/db/sql.ts';
import type { Owner } from './owner.ts';

/** A conversation that may have unread messages that were received in it. */
export type Home = {
  readonly home_id: number;
  readonly channel_id: number | null;
  /** The users of a direct conversation; null for a channel. */
  readonly users: number[] | null;
  /** Whether the channel is muted as a whole. */
  readonly is_muted: boolean;
  /** The ordinals that the user received, as PostgreSQL's text of an int8multirange. */
  readonly received: string;
  /** The ordinal up to which messages are read, with exceptions. */
  readonly prefix: number;
  /** The number of ordinals that may be unread: all after the prefix, and the exceptions before it. */
  readonly candidates: number;
};

/** Conversations with messages after the prefix or unread exceptions before it. */
export function unreadHomes(reader: Reader, owner: Owner): Promise<readonly Home[]> {
  const { realmId, userId } = owner;
  return reader.all(
    sql<Home>`
      select h.home_id, h.channel_id, v.users, h.is_muted, h.received::text as received, p.prefix,
        greatest(v.last_ordinal - p.prefix, 0) + coalesce(e.exceptions, 0) as candidates
      from (
        select conversation_id as home_id, null::bigint as channel_id, false as is_muted,
          '{[1,)}'::int8multirange as received
        from conversation_user where realm_id = ${realmId} and user_id = ${userId}
        union all
        select c.conversation_id, c.id, s.is_muted, s.ordinals from subscription s
        join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
        where s.realm_id = ${realmId} and s.user_id = ${userId} and s.is_active
          and (not c.is_archived or ${owner.seesArchived})
      ) as h
      join conversation v on v.realm_id = ${realmId} and v.id = h.home_id
      left join read_state r on r.realm_id = ${realmId} and r.user_id = ${userId}
        and r.conversation_id = h.home_id
      cross join lateral (select coalesce(r.prefix, 0) as prefix) as p
      left join lateral (
        select sum(bit_count(b.bits & bits_up_to(p.prefix, b.block)))::bigint as exceptions from read_block b
        where b.realm_id = ${realmId} and b.user_id = ${userId} and b.conversation_id = h.home_id
          and b.block <= p.prefix / 4096
      ) as e on true
      where v.last_ordinal > p.prefix or e.exceptions > 0`,
  );
}
