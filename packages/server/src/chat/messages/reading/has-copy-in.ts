import type { ChannelRow } from '../../channels/channel.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';

/** Whether the user has a copy of a message of the topic. */
export async function hasCopyIn(
  reader: Reader,
  userId: number,
  channel: ChannelRow,
  topic: string,
): Promise<boolean> {
  const row = await reader.first(
    sql`select 1 from message m
      left join channel hc on hc.realm_id = m.realm_id and hc.conversation_id = m.home_id
      left join subscription hs on hs.realm_id = m.realm_id and hs.user_id = ${userId}
        and hs.channel_id = hc.id
      where m.realm_id = ${channel.realm_id} and m.channel_id = ${channel.id} and m.topic_key = lower(${topic})
        and (hs.ordinals @> m.ordinal or exists (
          select from message_user_flag k
          where k.realm_id = m.realm_id and k.user_id = ${userId} and k.message_id = m.id
        ))
      limit 1`,
  );
  return row !== undefined;
}
