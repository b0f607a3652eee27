import type { World } from '../../http/world.ts';
import { domainOf } from '../users/address.ts';
import { viewersOf } from '../users/audience.ts';
import type { Actor } from '../../http/actor.ts';
import { shownAddress } from '../users/present.ts';
import { presentState, presentTimes } from './present.ts';
import { findPresence, hasMoreUsersThan } from './queries.ts';
import type { RecordedPresence } from './store.ts';
import { RETURN_AFTER_MS } from './times.ts';

type Parts = Pick<World, 'pool' | 'config' | 'clock' | 'publish'>;

/** Larger organizations publish no presence events; their clients get changes with their own reports. */
export const MAX_ANNOUNCED_USERS = 100;

/** Publishes a user's presence if a report shows that the user came online. */
export async function publishArrival(world: Parts, actor: Actor, noted: RecordedPresence): Promise<void> {
  const { activeAt, wasActiveAt, isNew } = noted;
  const isBack = activeAt !== null && (wasActiveAt === null || activeAt - wasActiveAt > RETURN_AFTER_MS);
  if (!isNew && !isBack) return;
  if (!(await hasMoreUsersThan(world.pool, actor.realm.id, MAX_ANNOUNCED_USERS)))
    await publishPresence(world, actor);
}

/** Publishes the actor's current presence to the users who can see the actor. */
export async function publishPresence(world: Parts, { realm, user }: Actor): Promise<void> {
  const row = await findPresence(world.pool, realm.id, user.id);
  if (row === undefined) return;
  world.publish(realm.id, await viewersOf(world.pool, realm, user), {
    type: 'presence',
    presences: { [user.id]: presentTimes(row) },
    user_id: user.id,
    email: shownAddress(user, domainOf(world.config.hosts, realm.subdomain)),
    server_timestamp: world.clock.now() / 1000,
    presence: { website: { ...presentState(row), pushable: false } },
  });
}
