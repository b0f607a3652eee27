import type { Seeded } from '../support/seeded.ts';
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
  await catchUp(client);
  const checks = checkFollowed(ground.model, person, client);
  if (problemsOf(checks).length === 0) return checks;
  await new Promise((resolve) => setTimeout(resolve, LATEST_MS));
  await catchUp(client);
  return checkFollowed(ground.model, person, client);
};
