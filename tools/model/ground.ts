import { createConnection, type Connection } from '@parley/client/connection.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { createPerson } from '../../packages/server/src/people/create-person.ts';
import { q } from '../../packages/server/src/db/sql.ts';
import { fetchAt } from '../../packages/server/src/testing/fetch-at.ts';
import type { TestServer } from '../../packages/server/src/testing/harness.ts';
import type { Seeded } from '../../packages/server/src/testing/seeded.ts';
import { newPerson, type Channel, type Model, type Person, type Privacy } from './model.ts';
import { patient } from './patient.ts';

/** A real organization, and the model of it. */
export type Ground = {
  readonly server: TestServer;
  readonly realmId: number;
  readonly model: Model;
  readonly connectionOf: (person: Person) => Connection;
};

const CAST = [
  ['Olga', 100],
  ['Mia', 400],
  ['Max', 400],
  ['Gus', 600],
] as const;

const CHANNELS: readonly (readonly [name: string, privacy: Privacy])[] = [
  ['plaza', 'public'],
  ['garden', 'public'],
  ['cellar', 'shared'],
  ['vault', 'protected'],
];

/** Topics are followed by wish alone: what sending does to wishes is a matter of its own. */
const QUIET = {
  automatically_follow_topics_policy: 4,
  automatically_unmute_topics_in_muted_streams_policy: 4,
  automatically_follow_topics_where_mentioned: false,
};

let organizations = 0;

export const layGround = async (server: TestServer, random: Seeded): Promise<Ground> => {
  organizations += 1;
  const subdomain = `model${organizations}`;
  const realmId = await server.realm(subdomain);
  const { world } = server.server;
  const connections = new Map<Person, Connection>();
  const people = await world.write(realmId, async (tx) => {
    const made: Person[] = [];
    for (const [fullName, role] of CAST) {
      const email = `${fullName.toLowerCase()}@example.com`;
      const { person, apiKey } = await createPerson(tx, world, { email, fullName, role, settings: QUIET });
      const one = newPerson(person.id, fullName, role);
      connections.set(
        one,
        patient(
          createConnection({
            url: server.url,
            credentials: { email, apiKey },
            fetch: fetchAt(`${subdomain}.parley.test`),
          }),
        ),
      );
      made.push(one);
    }
    return made;
  });
  const connectionOf = (person: Person): Connection => {
    const connection = connections.get(person);
    if (connection === undefined) throw new Error(`${person.name} is not here.`);
    return connection;
  };
  const channels: Channel[] = [];
  for (const [name, privacy] of CHANNELS) {
    const subscribers = people.filter((_, index) => index === 0 || random.chance(0.6));
    channels.push(await makeChannel(server, realmId, connectionOf, name, privacy, subscribers));
  }
  return { server, realmId, model: { people, channels, messages: [] }, connectionOf };
};

const makeChannel = async (
  { server }: TestServer,
  realmId: number,
  connectionOf: (person: Person) => Connection,
  name: string,
  privacy: Privacy,
  subscribers: readonly Person[],
): Promise<Channel> => {
  const [owner] = subscribers;
  if (owner === undefined) throw new Error('A channel needs somebody.');
  await connectionOf(owner).call(subscribe, {
    subscriptions: [{ name }],
    principals: subscribers.map(({ id }) => id),
    invite_only: privacy !== 'public',
    history_public_to_subscribers: privacy !== 'protected',
    send_new_subscription_messages: false,
  });
  const row = await server.world.pool.first(
    q.selectFrom('channel').select('id').where('realm_id', '=', realmId).where('name', '=', name),
  );
  if (row === undefined) throw new Error(`The channel ${name} was not made.`);
  return { id: row.id, name, privacy, isArchived: false, subscribers: new Set(subscribers) };
};
