import type { EventPayload } from '@parley/contract/events.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Actor } from '../../../http/actor.ts';
import { USER_FLAGS, MESSAGE_FLAGS } from '../flags.ts';
import { isMutedTopic } from './muting.ts';
import { inSlices } from './slices.ts';

type FlagsEvent = Extract<EventPayload, { type: 'update_message_flags'; op: 'remove' }>;
type Details = NonNullable<FlagsEvent['message_details']>;

type Row = {
  id: number;
  channel_id: number | null;
  topic: string;
  users: number[] | null;
  user_flags: number;
  everyone: boolean;
  is_muted: boolean;
};

/** The conversations of messages that became unread, for the event. */
export async function detailsOf(reader: Reader, actor: Actor, ids: readonly number[]): Promise<Details> {
  const rows = await inSlices(ids, (some) => findRows(reader, actor, some));
  return Object.fromEntries(rows.map((row) => [row.id, detailOf(row, actor.user.id)]));
}

function findRows(reader: Reader, { realm, user }: Actor, ids: readonly number[]): Promise<Row[]> {
  return reader.all(
    sql<Row>`
      select m.id, m.channel_id, m.topic, v.users, coalesce(k.flags, 0) as user_flags,
        m.message_flags & ${MESSAGE_FLAGS.everyone} > 0 and coalesce(k.flags, 0) & ${USER_FLAGS.historical} = 0 as everyone,
        ${isMutedTopic} as is_muted
      from message m
      left join conversation v on v.realm_id = ${realm.id} and v.id = m.conversation_id
      left join message_user_flag k on k.realm_id = ${realm.id} and k.user_id = ${user.id} and k.message_id = m.id
      left join subscription s on s.realm_id = ${realm.id} and s.user_id = ${user.id}
        and s.channel_id = m.channel_id
      left join topic_policy t on t.realm_id = ${realm.id} and t.user_id = ${user.id}
        and t.channel_id = m.channel_id and lower(t.topic) = m.topic_key
      where m.realm_id = ${realm.id} and m.id = any(${[...ids]}::bigint[])
      order by m.id`,
  );
}

function detailOf(row: Row, userId: number): Details[string] {
  const mentioned = isMention(row) ? { mentioned: true as const } : {};
  return row.channel_id === null
    ? { type: 'private', ...mentioned, user_ids: (row.users ?? []).filter((id) => id !== userId) }
    : {
        type: 'stream',
        ...mentioned,
        stream_id: row.channel_id,
        topic: row.topic,
        unmuted_stream_msg: !row.is_muted,
      };
}

/** Wildcard mentions do not count in muted topics. */
export function isMention({
  user_flags,
  everyone,
  is_muted,
}: Pick<Row, 'user_flags' | 'everyone' | 'is_muted'>): boolean {
  return (
    (user_flags & USER_FLAGS.mentioned) > 0 ||
    (!is_muted && (everyone || (user_flags & USER_FLAGS.topicMentioned) > 0))
  );
}
