import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { findOrCreateConversation } from '../messages/conversation.ts';
import { addMessage } from '../messages/send/store.ts';
import { composeForUser, notificationBot } from '../notices/compose-notice.ts';
import { quoted } from '../notices/links.ts';

/** Tells the owner of a subscription, or of the bot that owns it, in the transaction that pauses it. */
export async function notifyPaused(tx: Tx, world: World, id: number, error: string): Promise<void> {
  const subscription = await tx.first(
    sql<{ url: string; owner_id: number }>`
      select s.url, coalesce(u.bot_owner_id, u.id) as owner_id from event_subscription s
      join realm_user u on u.realm_id = s.realm_id and u.id = s.user_id
      where s.realm_id = ${tx.realmId} and s.id = ${id}`,
  );
  const user = subscription === undefined ? undefined : await activeUser(tx, subscription.owner_id);
  const realm = await tx.first(q.selectFrom('realm').selectAll().where('id', '=', tx.realmId));
  if (subscription === undefined || user === undefined || realm === undefined) return;
  const content = `Event subscription ${id} is paused, because deliveries failed for a day. It waits until you resume it.\n\nAddress and last error:\n\n${quoted(`${subscription.url}\n${error}`)}`;
  const bot = await notificationBot(tx, tx.realmId);
  const conversationId = await findOrCreateConversation(world, tx.realmId, [bot.id, user.id]);
  const notice = { content, cause: { realm, user } };
  await addMessage(tx, await composeForUser(tx, world, notice, { user, conversationId }));
}

function activeUser(tx: Tx, id: number): Promise<UserRow | undefined> {
  return tx.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .where('is_active', '=', true),
  );
}
