import { subdomainOf } from '../http/hosts.ts';
import type { Incoming } from '../http/lifecycle.ts';
import { notFound } from '../problem.ts';
import { findRealm, type RealmRow } from '../realm/realm.ts';
import type { World } from '../world.ts';

/** The organization whose page is looked at. */
export const realmAt = async (world: World, { host }: Pick<Incoming, 'host'>): Promise<RealmRow> => {
  const realm = await findRealm(world.pool, subdomainOf(world.config.hosts, host));
  if (realm === undefined || realm.deactivated_at !== null)
    throw notFound('No organization lives at this address.');
  return realm;
};
