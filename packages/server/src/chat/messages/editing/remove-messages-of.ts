import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { World } from '../../../http/world.ts';
import { lockConversations } from '../access.ts';
import { messageColumns } from '../message.ts';
import { lockedConversation } from './locked-conversation.ts';
import { removeMessages } from './remove-messages.ts';

/** Bounds how long a transaction blocks sends to the conversation. */
const MAX_DELETIONS_PER_TRANSACTION = 200;

/** Permanently deletes all messages of a sender and publishes it to their readers; returns their number. */
export async function removeMessagesOf(world: World, realmId: number, senderId: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const oldest = await world.pool.first(sql<{ conversation_id: number }>`
      select conversation_id from message
      where realm_id = ${realmId} and sender_id = ${senderId} order by id limit 1`);
    if (oldest === undefined) return removed;
    removed += await world.write(realmId, (tx) => removeOldest(tx, oldest.conversation_id, senderId));
  }
}

async function removeOldest(tx: Tx, conversationId: number, senderId: number): Promise<number> {
  await lockConversations(tx, [conversationId]);
  const messages = await tx.all(
    q
      .selectFrom('message')
      .select(messageColumns)
      .where('realm_id', '=', tx.realmId)
      .where('sender_id', '=', senderId)
      .where('conversation_id', '=', conversationId)
      .orderBy('id')
      .limit(MAX_DELETIONS_PER_TRANSACTION),
  );
  await removeMessages(tx, await lockedConversation(tx, conversationId), messages);
  return messages.length;
}
