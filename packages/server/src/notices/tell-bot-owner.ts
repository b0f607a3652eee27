import { sql } from '../db/sql.ts';
import type { Actor } from '../people/person.ts';
import type { World } from '../world.ts';
import { tellPeople } from './tell-people.ts';
import { personLink } from './words.ts';

/** A bot that goes on writing into the void must not fill its owner's messages. */
const PAUSE_MS = 5 * 60_000;

/** Tells the owner of a bot that what it says reaches nobody; not more often than now and then. */
export const tellBotOwner = async (
  world: World,
  { realm, person: bot }: Actor,
  problem: string,
): Promise<void> => {
  const personId = bot.bot_owner_id;
  if (personId === null) return;
  const now = world.clock.now();
  const isDue = await world.write(realm.id, (tx) =>
    tx.first(sql`update bot set owner_told_at = ${new Date(now)}
      where realm_id = ${realm.id} and person_id = ${bot.id}
        and (owner_told_at is null or owner_told_at <= ${new Date(now - PAUSE_MS)})
      returning person_id`),
  );
  if (isDue === undefined) return;
  const content = `Your bot ${personLink(bot)} tried to send a message, but ${problem}`;
  await tellPeople(world, [{ personId, content, cause: { realm, person: bot } }]);
};
