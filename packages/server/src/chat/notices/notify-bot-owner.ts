import { sql } from '../../engine/db/sql.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { notifyUsers } from './notify-users.ts';
import { userLink } from './words.ts';

/** A bot that goes on writing into the void must not fill its owner's messages. */
const PAUSE_MS = 5 * 60_000;

/** Tells the owner of a bot that what it says reaches nobody; not more often than now and then. */
export async function notifyBotOwner(
  world: World,
  { realm, user: bot }: Actor,
  problem: string,
): Promise<void> {
  const userId = bot.bot_owner_id;
  if (userId === null) return;
  const now = world.clock.now();
  const isDue = await world.write(realm.id, (tx) =>
    tx.first(sql`update bot set owner_told_at = ${new Date(now)}
      where realm_id = ${realm.id} and user_id = ${bot.id}
        and (owner_told_at is null or owner_told_at <= ${new Date(now - PAUSE_MS)})
      returning user_id`),
  );
  if (isDue === undefined) return;
  const content = `Your bot ${userLink(bot)} tried to send a message, but ${problem}`;
  await notifyUsers(world, [{ userId, content, cause: { realm, user: bot } }]);
}
