import { createConnection, type Connection } from '@parley/client/connection.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import { q } from '@parley/server/engine/db/sql.ts';
import { fetchAt } from '@parley/test-support/fetch-at.ts';
import type { TestServer } from '@parley/test-support/harness.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import { newUser, type Channel, type Model, type User, type Privacy } from './model.ts';
import { retryingWhenBusy } from './retry-when-busy.ts';

/** A real organization and its model. */
export type ModelledOrganization = {
  readonly server: TestServer;
  readonly realmId: number;
  readonly model: Model;
  readonly connectionOf: (user: User) => Connection;
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

/** Topics are followed by request only; automatic policies are not modelled. */
const QUIET = {
  automatically_follow_topics_policy: 4,
  automatically_unmute_topics_in_muted_streams_policy: 4,
  automatically_follow_topics_where_mentioned: false,
};

let organizations = 0;

export async function createModelledOrganization(
  server: TestServer,
  random: Seeded,
): Promise<ModelledOrganization> {
  organizations += 1;
  const subdomain = `model${organizations}`;
  const realmId = await server.realm(subdomain);
  const { world } = server.server;
  const connections = new Map<User, Connection>();
  const users = await world.write(realmId, async (tx) => {
    const made: User[] = [];
    for (const [fullName, role] of CAST) {
      const email = `${fullName.toLowerCase()}@example.com`;
      const { user, apiKey } = await createUserWithKey(tx, world, { email, fullName, role, settings: QUIET });
      const one = newUser(user.id, fullName, role);
      connections.set(
        one,
        retryingWhenBusy(
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
  const connectionOf = (user: User): Connection => {
    const connection = connections.get(user);
    if (connection === undefined) throw new Error(`${user.name} has no connection.`);
    return connection;
  };
  const channels: Channel[] = [];
  for (const [name, privacy] of CHANNELS) {
    const subscribers = users.filter((_, index) => index === 0 || random.chance(0.6));
    channels.push(await makeChannel(server, realmId, connectionOf, name, privacy, subscribers));
  }
  return { server, realmId, model: { users, channels, messages: [] }, connectionOf };
}

async function makeChannel(
  { server }: TestServer,
  realmId: number,
  connectionOf: (user: User) => Connection,
  name: string,
  privacy: Privacy,
  subscribers: readonly User[],
): Promise<Channel> {
  const [owner] = subscribers;
  if (owner === undefined) throw new Error('A channel needs a subscriber.');
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
}
