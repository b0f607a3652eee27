import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { World } from '../../http/world.ts';
import { areMessages, requireReleased } from '../holds/held.ts';
import { lockStoredMessage, tellRendering } from '../messages/stored-message.ts';
import type { MessageRow } from '../messages/message.ts';
import { ApiError } from '../../engine/api-error.ts';
import type { StreamKey } from './rows.ts';
import { PLACEHOLDER } from './placeholder.ts';
import { renderStream } from './stored-stream.ts';

/** The text of a stream is stored at most so often, because each time is an entry of the log. */
export const CHECKPOINT_MS = 5_000;

/**
 * Stores the text that a stream has by now, for clients that receive no pieces. It is no edit. False if another node
 * stored an earlier text a moment ago.
 */
export async function storeCheckpoint(world: World, key: StreamKey): Promise<boolean> {
  const stream = await renderStream(world, key, { isLast: false });
  if (stream?.shown === undefined) return true;
  const { content, rendered } = stream.shown;
  const now = world.clock.now();
  return world.write(key.realmId, async (tx) => {
    const message = await lockStoredMessage(tx, key.messageId);
    if (message === undefined || message.content === content || !(await mayReplace(tx, message, content)))
      return true;
    const row = await tx.first(sql<{ stored_at: Date }>`
      select stored_at from streamed_message
      where realm_id = ${tx.realmId} and message_id = ${message.id} and not is_ended for update`);
    if (row === undefined) return true;
    if (row.stored_at.getTime() > now - CHECKPOINT_MS) return false;
    await tx.all(sql`
      update streamed_message set stored_at = ${new Date(now)}
      where realm_id = ${tx.realmId} and message_id = ${message.id}`);
    await tx.all(sql`
      update message set content = ${content}, rendered = ${rendered.html}
      where realm_id = ${tx.realmId} and id = ${message.id}`);
    await tellRendering(tx, message, now, {
      content,
      rendered_content: rendered.html,
      is_me_message: rendered.isMeMessage,
      streaming: true,
    });
    return true;
  });
}

/** A text on hold may grow, and nothing of it may go. */
export async function mayReplace(tx: Tx, message: MessageRow, content: string): Promise<boolean> {
  if (message.content === PLACEHOLDER || content.startsWith(message.content)) return true;
  try {
    await requireReleased(tx, areMessages([message.id]));
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
