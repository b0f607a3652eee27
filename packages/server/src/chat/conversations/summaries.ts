import type { ConversationSummary } from '@parley/contract/endpoints/conversations.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import { EMPTY_TOPIC_NAME } from '../topics/name.ts';
import type { FoundConversation } from './find.ts';
import { previewOf } from './preview.ts';

/** Messages of a conversation among which senders are counted. */
const MAX_SCANNED_MESSAGES = 20;
const MAX_SENDERS = 3;
/** Characters of the HTML of a message that a preview is made from. */
const MAX_PREVIEWED_HTML = 4_000;

type SummaryRow = {
  readonly channel_id: number | null;
  readonly topic: string;
  readonly users: number[] | null;
  readonly last_message_id: number;
  readonly sender_id: number;
  readonly sent_at: Date;
  readonly html: string;
  readonly senders: number[];
};

/** Reads the newest message and the last senders of conversations, in the given order. */
export async function summariesOf(
  reader: Reader,
  user: Pick<UserRow, 'realm_id' | 'id'>,
  found: readonly FoundConversation[],
  allowsEmptyTopicName: boolean,
): Promise<ConversationSummary[]> {
  if (found.length === 0) return [];
  const rows = await readRows(reader, user, found);
  return rows.map((row) => {
    const newest = {
      max_id: row.last_message_id,
      sender_id: row.sender_id,
      timestamp: Math.floor(row.sent_at.getTime() / 1000),
      preview: previewOf(row.html),
      sender_ids: row.senders,
    };
    if (row.channel_id === null)
      return { type: 'private', user_ids: (row.users ?? []).filter((id) => id !== user.id), ...newest };
    const topic = row.topic === '' && !allowsEmptyTopicName ? EMPTY_TOPIC_NAME : row.topic;
    return { type: 'stream', stream_id: row.channel_id, topic, ...newest };
  });
}

/** Senders of a topic in a channel with protected history are those of messages that the user may read. */
function readRows(
  reader: Reader,
  { realm_id, id }: Pick<UserRow, 'realm_id' | 'id'>,
  found: readonly FoundConversation[],
): Promise<SummaryRow[]> {
  return reader.all(
    sql<SummaryRow>`
      select f.channel_id, m.topic, v.users, f.last_message_id, m.sender_id, m.sent_at,
        left(m.rendered, ${MAX_PREVIEWED_HTML}) as html,
        array(
          select e.sender_id from (
            (select x.id, x.sender_id from message x
            where x.realm_id = ${realm_id} and x.channel_id = f.channel_id and x.topic_key = f.topic_key
              and (not (c.is_private and not c.is_history_public)
                or s.periods @> coalesce(x.arrived_at, x.id))
            order by x.id desc limit ${MAX_SCANNED_MESSAGES})
            union all
            (select x.id, x.sender_id from message x
            where x.realm_id = ${realm_id} and x.conversation_id = f.conversation_id
            order by x.id desc limit ${MAX_SCANNED_MESSAGES})
          ) as e group by e.sender_id order by max(e.id) desc limit ${MAX_SENDERS}
        ) as senders
      from unnest(
        ${found.map(({ channel_id }) => channel_id)}::bigint[], ${found.map(({ topic_key }) => topic_key)}::text[],
        ${found.map(({ conversation_id }) => conversation_id)}::bigint[],
        ${found.map(({ last_message_id }) => last_message_id)}::bigint[]
      ) as f (channel_id, topic_key, conversation_id, last_message_id)
      join message m on m.realm_id = ${realm_id} and m.id = f.last_message_id
      left join channel c on c.realm_id = ${realm_id} and c.id = f.channel_id
      left join subscription s on s.realm_id = ${realm_id} and s.user_id = ${id} and s.channel_id = f.channel_id
      left join conversation v on v.realm_id = ${realm_id} and v.id = f.conversation_id
      order by f.last_message_id desc`,
  );
}
