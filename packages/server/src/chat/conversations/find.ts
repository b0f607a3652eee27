import type { ConversationName } from '@parley/contract/endpoints/conversations.ts';
import type { RawBuilder } from 'kysely';
import { sql, type Reader } from '../../engine/db/sql.ts';
import type { Actor } from '../../http/actor.ts';
import { findChannels } from '../channels/queries.ts';
import { relationsTo } from '../channels/relation.ts';
import { canRead } from '@parley/contract/rights/channel-rights.ts';
import { EMPTY_TOPIC_NAME } from '../topics/name.ts';

/** A topic or a direct conversation, and the newest message in it that the user may read. */
export type FoundConversation = {
  readonly channel_id: number | null;
  readonly topic_key: string | null;
  readonly conversation_id: number | null;
  readonly last_message_id: number;
};

type Fragment = RawBuilder<unknown>;

/** The conversations of a user: topics of subscribed channels and direct ones, newest message first. */
export function findRecent(
  reader: Reader,
  { realm, user }: Actor,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<FoundConversation[]> {
  return reader.all(
    sql<FoundConversation>`
      with mine as materialized (
        select c.id as channel_id, c.conversation_id, s.periods, ${isProtected} as is_protected
        from subscription s join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
        where s.realm_id = ${realm.id} and s.user_id = ${user.id} and s.is_active and not c.is_archived
      ), t as not materialized (
        select t.channel_id, t.topic_key, t.last_message_id, mine.periods, mine.is_protected
        from mine join topic t on t.realm_id = ${realm.id} and t.channel_id = mine.channel_id
      )
      select * from (
        ${newestInTopics(realm.id)}
        union all
        select null, null, v.id, v.last_message_id
        from conversation_user u join conversation v on v.realm_id = u.realm_id and v.id = u.conversation_id
        where u.realm_id = ${realm.id} and u.user_id = ${user.id} and v.last_message_id is not null
      ) as n
      where ${before === undefined ? sql`true` : sql`last_message_id < ${before}`}
      order by last_message_id desc limit ${limit}`,
  );
}

/** Of the named conversations, those with messages that the user may read, newest message first. */
export async function findNamed(
  reader: Reader,
  actor: Actor,
  names: readonly ConversationName[],
): Promise<FoundConversation[]> {
  const { realm, user } = actor;
  const topics = names.flatMap((name) => ('topic' in name ? [name] : []));
  const readable = await readableChannels(
    reader,
    actor,
    topics.map(({ stream_id }) => stream_id),
  );
  const keys = names.flatMap((name) => ('user_ids' in name ? [usersKey(user.id, name.user_ids)] : []));
  return reader.all(
    sql<FoundConversation>`
      with mine as materialized (
        select c.id as channel_id, c.conversation_id, s.periods, ${isProtected} as is_protected
        from channel c
        left join subscription s on s.realm_id = c.realm_id and s.user_id = ${user.id} and s.channel_id = c.id
        where c.realm_id = ${realm.id} and c.id = any(${readable}::bigint[])
      ), t as materialized (
        select distinct on (t.channel_id, t.topic_key)
          t.channel_id, t.topic_key, t.last_message_id, mine.periods, mine.is_protected
        from unnest(${topics.map(({ stream_id }) => stream_id)}::bigint[],
          ${topics.map(({ topic }) => (topic === EMPTY_TOPIC_NAME ? '' : topic))}::text[]) as w (channel_id, topic)
        join mine on mine.channel_id = w.channel_id
        join topic t on t.realm_id = ${realm.id} and t.channel_id = w.channel_id and t.topic_key = lower(w.topic)
      )
      select * from (
        ${newestInTopics(realm.id)}
        union all
        select distinct null::bigint, null, v.id, v.last_message_id
        from unnest(${keys}::text[]) as k (users_key)
        join conversation v on v.realm_id = ${realm.id} and md5(v.users_key) = md5(k.users_key)
          and v.users_key = k.users_key
        where v.last_message_id is not null
      ) as n
      order by last_message_id desc`,
  );
}

const isProtected = sql`(c.is_private and not c.is_history_public)`;

/**
 * The newest readable message of each topic `t`. In channels with protected history these are messages sent or moved
 * there while the user was subscribed, looked up by period and topic.
 */
function newestInTopics(realmId: number): Fragment {
  return sql`
    select channel_id, topic_key, null::bigint as conversation_id, last_message_id from t where not is_protected
    union all
    (select distinct on (channel_id, topic_key) channel_id, topic_key, null, id from (
      select t.channel_id, t.topic_key, m.id
      from t cross join unnest(t.periods) as r
      cross join lateral (
        select m.id from message m
        where m.realm_id = ${realmId} and m.channel_id = t.channel_id and m.topic_key = t.topic_key
          and m.id >= coalesce(lower(r), 0) and (upper_inf(r) or m.id < upper(r)) and m.arrived_at is null
        order by m.id desc limit 1
      ) as m
      where t.is_protected
      union all
      select t.channel_id, t.topic_key, m.id
      from mine
      join message m on m.realm_id = ${realmId} and m.conversation_id = mine.conversation_id
        and m.arrived_at is not null and mine.periods @> m.arrived_at
      join t on t.channel_id = m.channel_id and t.topic_key = m.topic_key
      where mine.is_protected
    ) as seen order by channel_id, topic_key, id desc)`;
}

async function readableChannels(
  reader: Reader,
  { realm, user }: Actor,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const channels = await findChannels(reader, realm.id, [...new Set(ids)]);
  const relationOf = await relationsTo(reader, user, channels);
  return channels.filter((channel) => canRead(user, channel, relationOf(channel))).map(({ id }) => id);
}

/** The key of the direct conversation of a user with others. */
function usersKey(userId: number, others: readonly number[]): string {
  return [...new Set([userId, ...others])].toSorted((a, b) => a - b).join(',');
}
