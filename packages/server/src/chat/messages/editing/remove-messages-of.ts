import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { World } from '../../../http/world.ts';
import { lockConversations } from '../access.ts';
import { messageColumns } from '../message.ts';
import { lockedConversation } from './locked-conversation.ts';
import { removeMessages } from './remove-messages.ts';

/** Bounds how long a transaction blocks sends to the conversation. */
const MAX_DELETIONS_PER_TRANSACTION = 200;
const MAX_USERS_PER_RUN = 20;

/** Channels, by who can read them, and direct conversations. */
export type RemovedConversations = 'public' | 'private' | 'direct';

/** Deletes the messages of a user by a job, because there may be many. */
export async function requestRemoval(
  tx: Tx,
  userId: number,
  conversations: readonly RemovedConversations[],
): Promise<void> {
  if (conversations.length === 0) return;
  await tx.all(
    q
      .insertInto('message_removal')
      .values({ realm_id: tx.realmId, user_id: userId, conversations: [...conversations] })
      .onConflict((conflict) =>
        conflict.columns(['realm_id', 'user_id']).doUpdateSet({ conversations: [...conversations] }),
      ),
  );
}

/** Job: deletes the messages that were requested. Safe to run on several nodes concurrently. */
export async function removeRequested(world: World): Promise<void> {
  const requests = await world.pool.all(sql<{
    realm_id: number;
    user_id: number;
    conversations: RemovedConversations[];
  }>`
    select m.realm_id, m.user_id, m.conversations from message_removal m
    join realm r on r.id = m.realm_id and r.deactivated_at is null and not r.is_copy
    order by m.requested_at limit ${MAX_USERS_PER_RUN}`);
  for (const { realm_id, user_id, conversations } of requests) {
    await removeMessagesOf(world, realm_id, user_id, conversations);
    await world.pool.all(
      q
        .deleteFrom('message_removal')
        .where('realm_id', '=', realm_id)
        .where('user_id', '=', user_id)
        .where(sql<boolean>`conversations = ${conversations}::text[]`),
    );
  }
}

/** Permanently deletes messages of a sender and publishes it to their readers; returns their number. */
export async function removeMessagesOf(
  world: World,
  realmId: number,
  senderId: number,
  conversations: readonly RemovedConversations[] = ['public', 'private', 'direct'],
): Promise<number> {
  let removed = 0;
  for (;;) {
    const oldest = await world.pool.first(sql<{ conversation_id: number }>`
      select m.conversation_id from message m
      left join channel c on c.realm_id = m.realm_id and c.id = m.channel_id
      where m.realm_id = ${realmId} and m.sender_id = ${senderId}
        and case when m.channel_id is null then 'direct' when c.is_private then 'private' else 'public' end
          = any(${[...conversations]}::text[])
      order by m.id limit 1`);
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
