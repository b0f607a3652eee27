import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { LogEntry } from '../../../engine/log/entry.ts';
import { MESSAGE_FLAGS, USER_FLAGS } from '../../messages/flags.ts';
import { namedUsersOf, type NotifiableMessage } from './notifiable.ts';

type Row = {
  id: number;
  sender_id: number;
  channel_id: number | null;
  topic: string;
  arrived_at: number | null;
  users: number[] | null;
  mentioned: number[] | null;
  participants: number[] | null;
  everyone: boolean;
};

/** The streamed messages that ended among the entries of a log. They notify when their text is complete. */
export async function finishedMessagesIn(
  reader: Reader,
  realmId: number,
  entries: readonly LogEntry[],
): Promise<NotifiableMessage[]> {
  const ids = entries.flatMap((entry) => (isEndOfStream(entry) ? [entry.event.message_id] : []));
  if (ids.length === 0) return [];
  const rows = await reader.all(sql<Row>`
    select m.id, m.sender_id, m.channel_id, m.topic, m.arrived_at, v.users,
      (m.message_flags & ${MESSAGE_FLAGS.everyone}::smallint) > 0 as everyone, k.mentioned, k.participants
    from message m
    left join conversation v on v.realm_id = m.realm_id and v.id = m.conversation_id and m.channel_id is null
    cross join lateral (
      select array_agg(f.user_id) filter (where f.flags & ${USER_FLAGS.mentioned}::smallint > 0) as mentioned,
        array_agg(f.user_id) filter (where f.flags & ${USER_FLAGS.topicMentioned}::smallint > 0) as participants
      from message_user_flag f where f.realm_id = m.realm_id and f.message_id = m.id
    ) as k
    where m.realm_id = ${realmId} and m.id = any(${ids}::bigint[])`);
  return rows.map((row) => ({
    id: row.id,
    senderId: row.sender_id,
    authorId: row.sender_id,
    arrivedAt: row.arrived_at ?? row.id,
    channelId: row.channel_id,
    topic: row.topic,
    named: namedUsersOf(row.users ?? [], row.mentioned ?? [], row.participants ?? []),
    mentionsChannel: row.channel_id !== null && row.everyone,
  }));
}

type EndOfStream = Extract<LogEntry, { kind: 'event' }> & {
  readonly event: { readonly type: 'update_message'; readonly message_id: number };
};

export function isEndOfStream(entry: LogEntry): entry is EndOfStream {
  return entry.kind === 'event' && entry.event.type === 'update_message' && entry.event.streaming === false;
}
