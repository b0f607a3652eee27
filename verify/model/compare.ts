import { ApiError } from '@parley/client/connection.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { positionOf } from '@parley/server/delivery/event-id.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import { problemsOf, type Check } from './check.ts';
import { catchUp, openClient, type Client } from './clients.ts';
import { checkFetched } from './fetch.ts';
import type { Ground } from './ground.ts';
import type { User } from './model.ts';
import { checkFollowed, checkFresh } from './states.ts';
import { checkTables } from './tables.ts';

/**
 * Everything that somebody can see of messages, against the model: in the tables, by events, by registration and by
 * fetching. With chance only one channel and one kind of registration are looked at, otherwise all.
 */
export async function checkAll(
  ground: Ground,
  clientsOf: (user: User) => readonly Client[],
  random: Seeded | undefined,
): Promise<Check[]> {
  const found = await Promise.all([
    checkTables(ground),
    ...ground.model.users.map((user) => checkUser(ground, user, clientsOf(user), random)),
  ]);
  return found.flat();
}

async function checkUser(
  ground: Ground,
  user: User,
  clients: readonly Client[],
  random: Seeded | undefined,
): Promise<Check[]> {
  const kinds = random === undefined ? [0, 1] : [random.below(2)];
  const [fresh, fetched, ...followed] = await Promise.all([
    Promise.all(kinds.map((kind) => openClient(ground.connectionOf(user), kind))),
    checkFetched(ground, user, random),
    ...clients.map((client) => follow(ground, user, client)),
  ]);
  const checks = [
    ...followed.flat(),
    ...fresh.flatMap((client) => checkFresh(ground.model, user, client)),
    ...fetched,
  ];
  return checks.map((one) => ({ ...one, what: `${user.name}: ${one.what}` }));
}

/** A busy node looks only once in a second whether it has missed something. */
const LATEST_MS = 2_500;

/** Events may come a little later than the answer to what caused them. */
async function follow(ground: Ground, user: User, client: Client): Promise<Check[]> {
  await hear(ground, user, client);
  const checks = checkFollowed(ground.model, user, client);
  if (problemsOf(checks).length === 0) return checks;
  await new Promise((resolve) => setTimeout(resolve, LATEST_MS));
  await hear(ground, user, client);
  return checkFollowed(ground.model, user, client);
}

/** A client whose queue was ended, as the log says, registers anew; one whose queue is simply gone has found a fault. */
async function hear(ground: Ground, user: User, client: Client): Promise<void> {
  try {
    await catchUp(client);
  } catch (error) {
    const isLost = error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID';
    if (!isLost || !(await wasEnded(ground, user, positionOf(client.state.last_event_id)))) throw error;
    const { state, lastEventId } = await openClient(
      ground.connectionOf(user),
      client.name === 'client' ? 0 : 1,
    );
    Object.assign(client, { state, lastEventId });
  }
}

async function wasEnded({ server, realmId }: Ground, user: User, since: number): Promise<boolean> {
  const notice = JSON.stringify({ notice: 'queues-gone', user_id: user.id });
  const ended = await server.server.world.pool.all(
    sql`select from log_entry where realm_id = ${realmId} and position > ${since} and event = ${notice}`,
  );
  return ended.length > 0;
}
