import { q, sql } from '../db/sql.ts';
import { conversationOf } from '../messages/conversation.ts';
import type { PersonRow } from '../people/person.ts';
import type { World } from '../world.ts';
import { composeForPerson, type Notice } from './compose-notice.ts';
import { notificationBot } from './notification-bot.ts';

/**
 * Tells active people something, each alone, after what happened is done. That it happened does not depend on
 * it: who cannot be told now is not told.
 */
export const tellPeople = async (
  world: World,
  tidings: readonly (Notice & { readonly personId: number })[],
): Promise<void> => {
  const [first] = tidings;
  if (first === undefined) return;
  try {
    const people = await activePeople(
      world,
      first.cause.realm.id,
      tidings.map(({ personId }) => personId),
    );
    const bot = await notificationBot(world.pool, first.cause.realm.id);
    await Promise.all(
      tidings.map(async (one) => {
        const person = people.get(one.personId);
        if (person === undefined) return;
        const conversationId = await conversationOf(world, person.realm_id, [bot.id, person.id]);
        const letter = await composeForPerson(world.pool, world, one, { person, conversationId });
        await world.sending.outbox.send(person.realm_id, letter);
      }),
    );
  } catch (error) {
    world.report(error);
  }
};

const activePeople = async (
  { pool }: World,
  realmId: number,
  ids: readonly number[],
): Promise<Map<number, PersonRow>> => {
  const rows = await pool.all(
    q
      .selectFrom('person')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('is_active', '=', true)
      .where('bot_type', 'is', null)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`),
  );
  return new Map(rows.map((row) => [row.id, row]));
};
