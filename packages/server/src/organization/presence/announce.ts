import type { World } from '../../http/world.ts';
import { domainOf } from '../users/address.ts';
import { seersOf } from '../users/audience.ts';
import type { Actor } from '../../http/actor.ts';
import { shownAddress } from '../users/present.ts';
import { presentState, presentTimes } from './present.ts';
import { findPresence, hasMoreThan } from './queries.ts';
import type { Noted } from './store.ts';
import { COMES_BACK_MS } from './times.ts';

type Parts = Pick<World, 'pool' | 'config' | 'clock' | 'publish'>;

/** In larger organizations somebody comes all the time; clients learn of it when they report. */
export const MOST_TOLD = 100;

/** Tells the others of somebody who has just come, if a report says so. */
export async function announceArrival(world: Parts, actor: Actor, noted: Noted): Promise<void> {
  const { activeAt, wasActiveAt, isNew } = noted;
  const isBack = activeAt !== null && (wasActiveAt === null || activeAt - wasActiveAt > COMES_BACK_MS);
  if (!isNew && !isBack) return;
  if (!(await hasMoreThan(world.pool, actor.realm.id, MOST_TOLD))) await announce(world, actor);
}

/** Tells everybody who may see the actor how the actor is noted now. */
export async function announce(world: Parts, { realm, user }: Actor): Promise<void> {
  const row = await findPresence(world.pool, realm.id, user.id);
  if (row === undefined) return;
  world.publish(realm.id, await seersOf(world.pool, realm, user), {
    type: 'presence',
    presences: { [user.id]: presentTimes(row) },
    user_id: user.id,
    email: shownAddress(user, domainOf(world.config.hosts, realm.subdomain)),
    server_timestamp: world.clock.now() / 1000,
    presence: { website: { ...presentState(row), pushable: false } },
  });
}
