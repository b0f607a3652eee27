import { findOrCreateConversation } from '../messages/conversation.ts';
import { composeForUser, type Notice, notificationBot } from './compose-notice.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';

/**
 * Sends direct notices to active human users after the commit. A failure is reported, not retried, and does not
 * affect the request.
 */
export async function notifyUsers(
  world: World,
  notices: readonly (Notice & { readonly userId: number })[],
): Promise<void> {
  const [first] = notices;
  if (first === undefined) return;
  try {
    const users = await activeUsers(
      world,
      first.cause.realm.id,
      notices.map(({ userId }) => userId),
    );
    const bot = await notificationBot(world.pool, first.cause.realm.id);
    await Promise.all(
      notices.map(async (notice) => {
        const user = users.get(notice.userId);
        if (user === undefined) return;
        const conversationId = await findOrCreateConversation(world, user.realm_id, [bot.id, user.id]);
        const message = await composeForUser(world.pool, world, notice, { user, conversationId });
        await world.sending.outbox.send(user.realm_id, message);
      }),
    );
  } catch (error) {
    world.report(error, 'notify users');
  }
}

async function activeUsers(
  { pool }: World,
  realmId: number,
  ids: readonly number[],
): Promise<Map<number, UserRow>> {
  const rows = await pool.all(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('is_active', '=', true)
      .where('bot_type', 'is', null)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`),
  );
  return new Map(rows.map((row) => [row.id, row]));
}
