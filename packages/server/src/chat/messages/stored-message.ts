import type { Reader } from '../../engine/db/sql.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Audience } from '../../engine/log/audience.ts';
import type { LoggedEvent } from '../../engine/log/logged-event.ts';
import { findChannels } from '../channels/queries.ts';
import { findMessage, lockConversations } from './access.ts';
import { channelReaders } from './audience.ts';
import type { MessageRow } from './message.ts';

/** A message that the server itself changes, with its conversation locked. */
export async function lockStoredMessage(tx: Tx, id: number): Promise<MessageRow | undefined> {
  const found = await findMessage(tx, tx.realmId, id);
  if (found === undefined) return undefined;
  await lockConversations(tx, [found.conversation_id]);
  const message = await findMessage(tx, tx.realmId, id);
  return message === undefined || message.conversation_id === found.conversation_id
    ? message
    : lockStoredMessage(tx, id);
}

type Rendering = Omit<
  Extract<LoggedEvent, { type: 'update_message' }>,
  'type' | 'user_id' | 'rendering_only' | 'message_id' | 'message_ids' | 'edit_timestamp'
>;

/** Tells readers how a message looks now, which is no edit. */
export async function tellRendering(
  tx: Tx,
  message: MessageRow,
  now: number,
  rendering: Rendering,
): Promise<void> {
  tx.emit(await readersOfStored(tx, message), {
    type: 'update_message',
    user_id: null,
    rendering_only: true,
    message_id: message.id,
    message_ids: [message.id],
    edit_timestamp: Math.floor(now / 1000),
    ...rendering,
  });
}

/** Users who receive the changes of a message that the server itself makes. */
export async function readersOfStored(reader: Reader, message: MessageRow): Promise<Audience> {
  if (message.channel_id !== null) {
    const [channel] = await findChannels(reader, message.realm_id, [message.channel_id]);
    return channel === undefined ? { kind: 'users', ids: [] } : channelReaders(reader, channel, [message]);
  }
  const row = await reader.first(sql<{ users: number[] | null }>`
    select users from conversation where realm_id = ${message.realm_id} and id = ${message.conversation_id}`);
  return { kind: 'users', ids: row?.users ?? [] };
}
