import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';

/**
 * Updates the newest message of topics, and deletes empty topics, after messages were moved or deleted. The channel's
 * conversation must be locked.
 */
export async function refreshTopics(tx: Tx, channelId: number, topics: readonly string[]): Promise<void> {
  await tx.all(sql`
    with newest as (
      select distinct on (key) lower(k.name) as key, m.id, m.topic from unnest(${[...topics]}::text[]) as k (name)
      left join lateral (
        select id, topic from message
        where realm_id = ${tx.realmId} and channel_id = ${channelId} and topic_key = lower(k.name)
        order by id desc limit 1
      ) m on true
    ), emptied as (
      delete from topic t using newest
      where t.realm_id = ${tx.realmId} and t.channel_id = ${channelId} and t.topic_key = newest.key
        and newest.id is null
    )
    insert into topic (realm_id, channel_id, topic_key, name, last_message_id)
    select ${tx.realmId}, ${channelId}, key, topic, id from newest where id is not null order by key
    on conflict (realm_id, channel_id, topic_key) do update
      set name = excluded.name, last_message_id = excluded.last_message_id`);
}
