import { createConnection, type Connection, type ConnectionOptions } from '@parley/client/connection.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { q } from '@parley/server/engine/db/sql.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import type { Cluster } from './cluster.ts';

export type ClusterUser = { readonly id: number; readonly email: string; readonly apiKey: string };
export type Channel = { readonly id: number; readonly name: string; readonly isPrivate: boolean };

export type Organization = {
  readonly realmId: number;
  readonly admin: ClusterUser;
  readonly users: readonly ClusterUser[];
  readonly channels: readonly Channel[];
};

/** A user's connection through the balancer. */
export function connectAs(
  { url }: Pick<Cluster, 'url'>,
  { email, apiKey }: ClusterUser,
  more: Partial<ConnectionOptions> = {},
): Connection {
  return createConnection({ url, credentials: { email, apiKey }, ...more });
}

/** Creates users, and channels owned by the administrator; every third channel is private. */
export async function foundOrganization(
  cluster: Cluster,
  size: { readonly users: number; readonly channels: number },
): Promise<Organization> {
  const { world } = cluster.environment;
  const realmId = await createRealm(world.pool, { subdomain: '', name: 'Harbour' });
  const hire = async (name: string, role: 100 | 400): Promise<ClusterUser> => {
    const email = `${name.toLowerCase().replace(' ', '-')}@harbour.example`;
    const { user, apiKey } = await world.write(realmId, (tx) =>
      createUserWithKey(tx, world, { email, fullName: name, role }),
    );
    return { id: user.id, email, apiKey };
  };
  const admin = await hire('Ada Owner', roles.owner);
  const users: ClusterUser[] = [];
  for (let n = 1; n <= size.users; n += 1) users.push(await hire(`User ${n}`, roles.member));
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
  return { realmId, admin, users, channels };
}
