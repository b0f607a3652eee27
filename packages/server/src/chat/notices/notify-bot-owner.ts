import { sql } from '../../engine/db/sql.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { notifyUsers } from './notify-users.ts';
import { userLink } from './links.ts';

/** Minimum interval between notices about a bot, which may keep sending failing messages. */
const MIN_NOTICE_INTERVAL_MS = 5 * 60_000;

/** Notifies a bot's owner that its message could not be sent, with a limited frequency. */
export async function notifyBotOwner(
  world: World,
  { realm, user: bot }: Actor,
  reason: string,
): Promise<void> {
  const userId = bot.bot_owner_id;
  if (userId === null) return;
  const now = world.clock.now();
  const isDue = await world.write(realm.id, (tx) =>
    tx.first(sql`update bot set owner_notified_at = ${new Date(now)}
      where realm_id = ${realm.id} and user_id = ${bot.id}
        and (owner_notified_at is null or owner_notified_at <= ${new Date(now - MIN_NOTICE_INTERVAL_MS)})
      returning user_id`),
  );
  if (isDue === undefined) return;
  const content = `Your bot ${userLink(bot)} tried to send a message, but ${reason}`;
  await notifyUsers(world, [{ userId, content, cause: { realm, user: bot } }]);
}
