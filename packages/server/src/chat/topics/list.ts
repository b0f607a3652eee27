import { isProtected, type ChannelRow } from '../channels/channel.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';

/** A topic in the spelling of its newest message. */
export type TopicRow = { readonly name: string; readonly last_message_id: number };

/** Topics with messages that the user can read, newest message first. The caller has checked access to the channel. */
export function topicsIn(
  reader: Reader,
  user: Pick<UserRow, 'id'>,
  channel: ChannelRow,
): Promise<TopicRow[]> {
  return isProtected(channel)
    ? topicsInPeriods(reader, user, channel)
    : reader.all(
        q
          .selectFrom('topic')
          .select(['name', 'last_message_id'])
          .where('realm_id', '=', channel.realm_id)
          .where('channel_id', '=', channel.id)
          .orderBy('last_message_id', 'desc'),
      );
}

/**
 * Topics of a channel with protected history: those of messages sent while the user was subscribed, looked up
 * by period and topic, and those of messages moved there in such a period.
 */
function topicsInPeriods(
  reader: Reader,
  user: Pick<UserRow, 'id'>,
  { realm_id, id, conversation_id }: ChannelRow,
): Promise<TopicRow[]> {
  return reader.all(
    sql<TopicRow>`
      with mine as materialized (
        select periods from subscription
        where realm_id = ${realm_id} and user_id = ${user.id} and channel_id = ${id}
      ), seen as (
        select t.topic_key, m.topic, m.id
        from topic t cross join mine cross join unnest(mine.periods) as r
        cross join lateral (
          select m.id, m.topic from message m
          where m.realm_id = t.realm_id and m.channel_id = t.channel_id and m.topic_key = t.topic_key
            and m.id >= coalesce(lower(r), 0) and (upper_inf(r) or m.id < upper(r)) and m.arrived_at is null
          order by m.id desc limit 1
        ) as m
        where t.realm_id = ${realm_id} and t.channel_id = ${id}
        union all
        select m.topic_key, m.topic, m.id from message m cross join mine
        where m.realm_id = ${realm_id} and m.conversation_id = ${conversation_id}
          and m.arrived_at is not null and mine.periods @> m.arrived_at
      )
      select topic as name, id as last_message_id
      from (select distinct on (topic_key) topic, id from seen order by topic_key, id desc) as newest
      order by id desc`,
  );
}
