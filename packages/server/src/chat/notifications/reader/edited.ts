import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { LogEntry } from '../../../engine/log/entry.ts';
import type { NewMentions } from '../../../engine/log/logged-event.ts';
import { isEndOfStream } from './finished.ts';
import { namedUsersOf, type NotifiableMessage } from './notifiable.ts';

/** A message of a channel whose new text mentions users. */
export type EditedMessage = {
  readonly message: NotifiableMessage;
  /** Users whom the old text mentioned. */
  readonly except: ReadonlySet<number>;
};

type Edit = { readonly messageId: number; readonly editorId: number; readonly mentions: NewMentions };

type Row = {
  id: number;
  sender_id: number;
  channel_id: number | null;
  topic: string;
  arrived_at: number | null;
};

/** The edits with new mentions among the entries of a log. Edits of direct messages notify no user. */
export async function editedMessagesIn(
  reader: Reader,
  realmId: number,
  entries: readonly LogEntry[],
): Promise<EditedMessage[]> {
  const edits = entries.flatMap(editOf);
  if (edits.length === 0) return [];
  const rows = await reader.all(sql<Row>`
    select id, sender_id, channel_id, topic, arrived_at from message
    where realm_id = ${realmId} and channel_id is not null
      and id = any(${edits.map(({ messageId }) => messageId)}::bigint[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return edits.flatMap((edit) => {
    const row = byId.get(edit.messageId);
    return row === undefined ? [] : [present(row, edit)];
  });
}

function editOf(entry: LogEntry): Edit[] {
  if (entry.kind !== 'event' || entry.event.type !== 'update_message' || isEndOfStream(entry)) return [];
  const { newMentions, message_id, user_id } = entry.event;
  if (newMentions === undefined || user_id === null) return [];
  return [{ messageId: message_id, editorId: user_id, mentions: newMentions }];
}

function present(row: Row, { editorId, mentions }: Edit): EditedMessage {
  return {
    message: {
      id: row.id,
      senderId: row.sender_id,
      authorId: editorId,
      arrivedAt: row.arrived_at ?? row.id,
      channelId: row.channel_id,
      topic: row.topic,
      named: namedUsersOf([], mentions.users, mentions.participants),
      mentionsChannel: mentions.everyone,
    },
    except: new Set(mentions.except),
  };
}
