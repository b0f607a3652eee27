import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { UserRow } from '../../../http/actor.ts';

/** The newest existing message that a user received, with one index lookup per conversation. */
export async function newestReceived(
  reader: Reader,
  { realm_id: realmId, id }: Pick<UserRow, 'realm_id' | 'id'>,
): Promise<number | null> {
  const row = await reader.first(
    sql<{ id: number | null }>`
      select max(h.id) as id from (
        select v.last_message_id as id from conversation_user d
        join conversation v on v.realm_id = d.realm_id and v.id = d.conversation_id
        where d.realm_id = ${realmId} and d.user_id = ${id}
        union all
        select last.id from subscription s
        join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
        cross join lateral (
          select m.id from message m
          where m.realm_id = ${realmId} and m.home_id = c.conversation_id and s.ordinals @> m.ordinal
            and m.ordinal >= lower(s.ordinals) and (upper_inf(s.ordinals) or m.ordinal < upper(s.ordinals))
          order by m.ordinal desc limit 1
        ) as last
        where s.realm_id = ${realmId} and s.user_id = ${id}
      ) as h`,
  );
  return row?.id ?? null;
}
