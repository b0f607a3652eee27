import { ApiError } from '@parley/client/connection.ts';
import { sql } from '../../packages/server/src/db/sql.ts';
import { positionOf } from '../../packages/server/src/queues/event-id.ts';
import type { Seeded } from '../../packages/server/src/testing/seeded.ts';
import { problemsOf, type Check } from './check.ts';
import { catchUp, openClient, type Client } from './clients.ts';
import { checkFetched } from './fetch.ts';
import type { Ground } from './ground.ts';
import type { Person } from './model.ts';
import { checkFollowed, checkFresh } from './states.ts';
import { checkTables } from './tables.ts';

/**
 * Everything that somebody can see of messages, against the model: in the tables, by events, by registration and by
 * fetching. With chance only one channel and one kind of registration are looked at, otherwise all.
 */
export const checkAll = async (
  ground: Ground,
  clientsOf: (person: Person) => readonly Client[],
  random: Seeded | undefined,
): Promise<Check[]> => {
  const found = await Promise.all([
    checkTables(ground),
    ...ground.model.people.map((person) => checkPerson(ground, person, clientsOf(person), random)),
  ]);
  return found.flat();
};

const checkPerson = async (
  ground: Ground,
  person: Person,
  clients: readonly Client[],
  random: Seeded | undefined,
): Promise<Check[]> => {
  const kinds = random === undefined ? [0, 1] : [random.below(2)];
  const [fresh, fetched, ...followed] = await Promise.all([
    Promise.all(kinds.map((kind) => openClient(ground.connectionOf(person), kind))),
    checkFetched(ground, person, random),
    ...clients.map((client) => follow(ground, person, client)),
  ]);
  const checks = [
    ...followed.flat(),
    ...fresh.flatMap((client) => checkFresh(ground.model, person, client)),
    ...fetched,
  ];
  return checks.map((one) => ({ ...one, what: `${person.name}: ${one.what}` }));
};

/** A busy node looks only once in a second whether it has missed something. */
const LATEST_MS = 2_500;

/** Events may come a little later than the answer to what caused them. */
const follow = async (ground: Ground, person: Person, client: Client): Promise<Check[]> => {
  await hear(ground, person, client);
  const checks = checkFollowed(ground.model, person, client);
  if (problemsOf(checks).length === 0) return checks;
  await new Promise((resolve) => setTimeout(resolve, LATEST_MS));
  await hear(ground, person, client);
  return checkFollowed(ground.model, person, client);
};

/** A client whose queue was ended, as the log says, registers anew; one whose queue is simply gone has found a fault. */
const hear = async (ground: Ground, person: Person, client: Client): Promise<void> => {
  try {
    await catchUp(client);
  } catch (error) {
    const isLost = error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID';
    if (!isLost || !(await wasEnded(ground, person, positionOf(client.state.last_event_id)))) throw error;
    const { state, lastEventId } = await openClient(
      ground.connectionOf(person),
      client.name === 'client' ? 0 : 1,
    );
    Object.assign(client, { state, lastEventId });
  }
};

const wasEnded = async ({ server, realmId }: Ground, person: Person, since: number): Promise<boolean> => {
  const notice = JSON.stringify({ notice: 'queues-gone', person_id: person.id });
  const ended = await server.server.world.pool.all(
    sql`select from log_entry where realm_id = ${realmId} and position > ${since} and event = ${notice}`,
  );
  return ended.length > 0;
};
