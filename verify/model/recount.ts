import { sql } from '@parley/server/engine/db/sql.ts';
import type { ModelledOrganization } from './modelled-organization.ts';

export type RecountRow = {
  user_id: number;
  message_id: number;
  is_received: boolean;
  is_read: boolean;
  is_starred: boolean;
  is_mentioned: boolean;
};

/**
 * Recomputes the users' message state from the tables without the server's code: an exception bit
 * inverts the read state that the prefix implies.
 */
export function recount({ server, realmId }: ModelledOrganization): Promise<RecountRow[]> {
  return server.server.world.pool.all(sql<RecountRow>`
    with facts as (
      select p.id as user_id, m.id as message_id, m.ordinal,
        coalesce(k.flags, 0) as flags, k.flags is not null as is_marked,
        dp.user_id is not null or coalesce(s.ordinals @> m.ordinal, false) as is_received,
        coalesce(r.prefix, 0) as prefix,
        coalesce(substring(b.bits from (m.ordinal % 4096)::integer + 1 for 1) = B'1', false) as is_exception
      from realm_user p
      join message m on m.realm_id = p.realm_id
      left join channel c on c.realm_id = m.realm_id and c.conversation_id = m.home_id
      left join subscription s on s.realm_id = m.realm_id and s.channel_id = c.id and s.user_id = p.id
      left join conversation_user dp
        on dp.realm_id = m.realm_id and dp.conversation_id = m.home_id and dp.user_id = p.id
      left join read_state r
        on r.realm_id = m.realm_id and r.conversation_id = m.home_id and r.user_id = p.id
      left join read_block b
        on b.realm_id = m.realm_id and b.conversation_id = m.home_id and b.user_id = p.id
        and b.block = m.ordinal / 4096
      left join message_user_flag k on k.realm_id = m.realm_id and k.message_id = m.id and k.user_id = p.id
      where p.realm_id = ${realmId} and p.bot_type is null
    )
    select user_id, message_id, is_received,
      case when is_received then (ordinal <= prefix) <> is_exception else flags & 64 = 0 end as is_read,
      flags & 1 > 0 as is_starred, flags & 4 > 0 as is_mentioned
    from facts where is_received or is_marked
    order by user_id, message_id`);
}

export type TopicRow = { channel_id: number; name: string; last_message_id: number };

export function topicRows({ server, realmId }: ModelledOrganization): Promise<TopicRow[]> {
  return server.server.world.pool.all(sql<TopicRow>`
    select channel_id, name, last_message_id from topic where realm_id = ${realmId}
    order by channel_id, topic_key`);
}
