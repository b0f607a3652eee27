import type { RawBuilder } from 'kysely';
import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { World } from '../../../http/world.ts';
import { isHeld, lockHolds, requireUserReleased } from '../../holds/held.ts';
import { lockConversations } from '../access.ts';
import { messageColumns } from '../message.ts';
import { lockedConversation } from './locked-conversation.ts';
import { removeMessages } from './remove-messages.ts';

/** Bounds how long a transaction blocks sends to the conversation. */
const MAX_DELETIONS_PER_TRANSACTION = 200;
const MAX_USERS_PER_RUN = 20;

/** Channels, by who can read them, and direct conversations. */
export type RemovedConversations = 'public' | 'private' | 'direct';

export const ALL_CONVERSATIONS: readonly RemovedConversations[] = ['public', 'private', 'direct'];

/** Deletes the messages of a user by a job, because there may be many. */
export async function requestRemoval(
  tx: Tx,
  userId: number,
  conversations: readonly RemovedConversations[],
): Promise<void> {
  if (conversations.length === 0) return;
  await requireUserReleased(tx, userId);
  tx.record({
    action: 'user.messages-removed',
    object: { type: 'user', id: userId },
    after: { conversations },
  });
  await tx.all(
    q
      .insertInto('message_removal')
      .values({ realm_id: tx.realmId, user_id: userId, conversations: [...conversations] })
      .onConflict((conflict) =>
        conflict.columns(['realm_id', 'user_id']).doUpdateSet({ conversations: [...conversations] }),
      ),
  );
}

/**
 * Job: deletes the messages that were requested, those on hold once they are released. Safe to run on several nodes
 * concurrently.
 */
export async function removeRequested(world: World): Promise<void> {
  const requests = await world.pool.all(sql<{
    realm_id: number;
    user_id: number;
    conversations: RemovedConversations[];
  }>`
    select o.realm_id, o.user_id, o.conversations from message_removal o
    join realm r on r.id = o.realm_id and r.deactivated_at is null and not r.is_copy
    where ${remains(sql`not ${isHeld}`)} or not ${remains(sql`true`)}
    order by o.requested_at limit ${MAX_USERS_PER_RUN}`);
  for (const { realm_id, user_id, conversations } of requests) {
    await removeMessagesOf(world, realm_id, user_id, conversations);
    await world.pool.all(sql`
      delete from message_removal o
      where o.realm_id = ${realm_id} and o.user_id = ${user_id} and o.conversations = ${conversations}::text[]
        and not ${remains(sql`true`)}`);
  }
}

/** SQL condition: a message that request `o` names exists, and `which` is true for it. */
function remains(which: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${sentTo(sql`o.realm_id`, sql`o.user_id`, sql`o.conversations`)} and ${which})`;
}

/** Messages `m` of a sender in some conversations, as the rest of a statement after `from`. */
function sentTo(
  realmId: RawBuilder<unknown>,
  senderId: RawBuilder<unknown>,
  conversations: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`message m left join channel c on c.realm_id = m.realm_id and c.id = m.channel_id
    where m.realm_id = ${realmId} and m.sender_id = ${senderId}
      and case when m.channel_id is null then 'direct' when c.is_private then 'private' else 'public' end
        = any(${conversations})`;
}

/** Permanently deletes messages of a sender and publishes it to their readers; returns their number. Those on hold stay. */
export async function removeMessagesOf(
  world: World,
  realmId: number,
  senderId: number,
  conversations: readonly RemovedConversations[] = ALL_CONVERSATIONS,
): Promise<number> {
  const from = sentTo(sql`${realmId}`, sql`${senderId}`, sql`${[...conversations]}::text[]`);
  let removed = 0;
  for (;;) {
    const oldest = await world.pool.first(sql<{ conversation_id: number }>`
      select m.conversation_id from ${from} and not ${isHeld} order by m.id limit 1`);
    if (oldest === undefined) return removed;
    removed += await world.write(realmId, (tx) => removeOldest(tx, oldest.conversation_id, senderId));
  }
}

async function removeOldest(tx: Tx, conversationId: number, senderId: number): Promise<number> {
  await lockConversations(tx, [conversationId]);
  await lockHolds(tx);
  const messages = await tx.all(
    q
      .selectFrom('message as m')
      .select(messageColumns)
      .where('realm_id', '=', tx.realmId)
      .where('sender_id', '=', senderId)
      .where('conversation_id', '=', conversationId)
      .where(sql<boolean>`not ${isHeld}`)
      .orderBy('id')
      .limit(MAX_DELETIONS_PER_TRANSACTION),
  );
  await removeMessages(tx, await lockedConversation(tx, conversationId), messages);
  return messages.length;
}
