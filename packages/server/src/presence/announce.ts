import type { World } from '../world.ts';
import { domainOf } from '../people/address.ts';
import { seersOf } from '../people/audience.ts';
import type { Actor } from '../people/person.ts';
import { shownAddress } from '../people/present.ts';
import { presentState, presentTimes } from './present.ts';
import { findPresence, hasMoreThan } from './queries.ts';
import type { Noted } from './store.ts';
import { COMES_BACK_MS } from './times.ts';

type Parts = Pick<World, 'pool' | 'config' | 'clock' | 'tell'>;

/** In larger organizations somebody comes all the time; clients learn of it when they report. */
export const MOST_TOLD = 100;

/** Tells the others of somebody who has just come, if a report says so. */
export const announceArrival = async (world: Parts, actor: Actor, noted: Noted): Promise<void> => {
  const { activeAt, wasActiveAt, isNew } = noted;
  const isBack = activeAt !== null && (wasActiveAt === null || activeAt - wasActiveAt > COMES_BACK_MS);
  if (!isNew && !isBack) return;
  if (!(await hasMoreThan(world.pool, actor.realm.id, MOST_TOLD))) await announce(world, actor);
};

/** Tells everybody who may see the actor how the actor is noted now. */
export const announce = async (world: Parts, { realm, person }: Actor): Promise<void> => {
  const row = await findPresence(world.pool, realm.id, person.id);
  if (row === undefined) return;
  world.tell(realm.id, await seersOf(world.pool, realm, person), {
    type: 'presence',
    presences: { [person.id]: presentTimes(row) },
    user_id: person.id,
    email: shownAddress(person, domainOf(world.config.hosts, realm.subdomain)),
    server_timestamp: world.clock.now() / 1000,
    presence: { website: { ...presentState(row), pushable: false } },
  });
};
