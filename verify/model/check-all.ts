import { ApiError } from '@parley/client/connection.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { positionOf } from '@parley/server/delivery/event-id.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import { failuresOf, type Check } from './check.ts';
import { catchUp, openClient, type Client } from './clients.ts';
import { checkFetched } from './check-fetched.ts';
import type { ModelledOrganization } from './modelled-organization.ts';
import type { User } from './model.ts';
import { checkFollowed, checkFresh } from './check-states.ts';
import { checkTables } from './check-tables.ts';

/**
 * Compares everything that users see of messages with the model: in tables, by events, by registration and by
 * fetching. With `random`, only one channel and one kind of registration are compared.
 */
export async function checkAll(
  ground: ModelledOrganization,
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
  ground: ModelledOrganization,
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

/** Longer than the interval of one second in which a node checks for missed events. */
const LATEST_MS = 2_500;

/** Events can arrive shortly after the response to the call that caused them. */
async function follow(ground: ModelledOrganization, user: User, client: Client): Promise<Check[]> {
  await hear(ground, user, client);
  const checks = checkFollowed(ground.model, user, client);
  if (failuresOf(checks).length === 0) return checks;
  await new Promise((resolve) => setTimeout(resolve, LATEST_MS));
  await hear(ground, user, client);
  return checkFollowed(ground.model, user, client);
}

/** A client whose queue was ended by a logged notice registers again; any other lost queue is an error. */
async function hear(ground: ModelledOrganization, user: User, client: Client): Promise<void> {
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

async function wasEnded(
  { server, realmId }: ModelledOrganization,
  user: User,
  since: number,
): Promise<boolean> {
  const notice = JSON.stringify({ notice: 'queues-gone', user_id: user.id });
  const ended = await server.server.world.pool.all(
    sql`select from log_entry where realm_id = ${realmId} and position > ${since} and event = ${notice}`,
  );
  return ended.length > 0;
}
