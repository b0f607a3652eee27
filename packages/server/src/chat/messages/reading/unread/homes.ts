import { sql, type Reader } from '../../../../engine/db/sql.ts';
import type { Owner } from './owner.ts';

/** A conversation with unread messages that were received in it. */
export type Home = {
  readonly home_id: number;
  readonly channel_id: number | null;
  /** The users of a direct conversation; null for a channel. */
  readonly users: number[] | null;
  /** Whether the channel is muted as a whole. */
  readonly is_muted: boolean;
  readonly count: number;
};

/** Conversations with unread messages; those read to their end are skipped without counting. */
export async function unreadHomes(reader: Reader, owner: Owner): Promise<readonly Home[]> {
  const { realmId, userId } = owner;
  const homes = await reader.all(
    sql<Home>`
      select h.*, v.users, unread_count(${realmId}, ${userId}, h.home_id) as count
      from (
        select conversation_id as home_id, null::bigint as channel_id, false as is_muted
        from conversation_user where realm_id = ${realmId} and user_id = ${userId}
        union all
        select c.conversation_id, c.id, s.is_muted from subscription s
        join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
        where s.realm_id = ${realmId} and s.user_id = ${userId} and s.is_active
          and (not c.is_archived or ${owner.seesArchived})
      ) as h
      join conversation v on v.realm_id = ${realmId} and v.id = h.home_id
      left join read_state r on r.realm_id = ${realmId} and r.user_id = ${userId}
        and r.conversation_id = h.home_id
      where v.last_ordinal > coalesce(r.prefix, 0) or exists (
        select from read_block b
        where b.realm_id = ${realmId} and b.user_id = ${userId} and b.conversation_id = h.home_id
      )`,
  );
  return homes.filter(({ count }) => count > 0);
}
