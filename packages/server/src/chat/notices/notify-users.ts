import { conversationOf } from '../messages/conversation.ts';
import { composeForUser, type Notice, notificationBot } from './compose-notice.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';

/**
 * Tells active users something, each alone, after what happened is done. That it happened does not depend on
 * it: who cannot be told now is not told.
 */
export async function notifyUsers(
  world: World,
  tidings: readonly (Notice & { readonly userId: number })[],
): Promise<void> {
  const [first] = tidings;
  if (first === undefined) return;
  try {
    const users = await activeUsers(
      world,
      first.cause.realm.id,
      tidings.map(({ userId }) => userId),
    );
    const bot = await notificationBot(world.pool, first.cause.realm.id);
    await Promise.all(
      tidings.map(async (one) => {
        const user = users.get(one.userId);
        if (user === undefined) return;
        const conversationId = await conversationOf(world, user.realm_id, [bot.id, user.id]);
        const letter = await composeForUser(world.pool, world, one, { user, conversationId });
        await world.sending.outbox.send(user.realm_id, letter);
      }),
    );
  } catch (error) {
    world.report(error);
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
