import { createConnection, type Connection, type ConnectionOptions } from '@parley/client/connection.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { roles } from '@parley/contract/primitives.ts';
import { q } from '../../packages/server/src/db/sql.ts';
import { createPerson } from '../../packages/server/src/people/create-person.ts';
import { createRealm } from '../../packages/server/src/realm/create-realm.ts';
import type { Cluster } from './cluster.ts';

export type Somebody = { readonly id: number; readonly email: string; readonly apiKey: string };
export type Channel = { readonly id: number; readonly name: string; readonly isPrivate: boolean };

export type Organization = {
  readonly realmId: number;
  readonly admin: Somebody;
  readonly people: readonly Somebody[];
  readonly channels: readonly Channel[];
};

/** Somebody's connection through the balancer. */
export const connectAs = (
  { url }: Pick<Cluster, 'url'>,
  { email, apiKey }: Somebody,
  more: Partial<ConnectionOptions> = {},
): Connection => createConnection({ url, credentials: { email, apiKey }, ...more });

/** People, and channels that belong to the administrator; every third one is private. */
export const foundOrganization = async (
  cluster: Cluster,
  size: { readonly people: number; readonly channels: number },
): Promise<Organization> => {
  const { world } = cluster.ground;
  const realmId = await createRealm(world.pool, { subdomain: '', name: 'Harbour' });
  const hire = async (name: string, role: 100 | 400): Promise<Somebody> => {
    const email = `${name.toLowerCase().replace(' ', '-')}@harbour.example`;
    const { person, apiKey } = await world.write(realmId, (tx) =>
      createPerson(tx, world, { email, fullName: name, role }),
    );
    return { id: person.id, email, apiKey };
  };
  const admin = await hire('Ada Owner', roles.owner);
  const people: Somebody[] = [];
  for (let n = 1; n <= size.people; n += 1) people.push(await hire(`Person ${n}`, roles.member));
  const connection = connectAs(cluster, admin);
  for (let n = 1; n <= size.channels; n += 1)
    await connection.call(subscribe, {
      subscriptions: [{ name: `channel ${n}` }],
      invite_only: n % 3 === 0,
      send_new_subscription_messages: false,
    });
  const rows = await world.pool.all(
    q
      .selectFrom('channel')
      .select(['id', 'name', 'is_private'])
      .where('realm_id', '=', realmId)
      .where('name', 'like', 'channel %')
      .orderBy('id'),
  );
  const channels = rows.map(({ id, name, is_private }) => ({ id, name, isPrivate: is_private }));
  return { realmId, admin, people, channels };
};
