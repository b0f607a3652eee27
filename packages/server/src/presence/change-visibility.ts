import { sql } from '../db/sql.ts';
import type { Actor } from '../people/person.ts';
import type { World } from '../world.ts';
import { announce } from './announce.ts';
import { HIDDEN_MS } from './times.ts';

/** After somebody has decided to be seen or not: at once there, or as if gone for a while. Others are told. */
export const followVisibility = async (world: World, actor: Actor, isVisible: boolean): Promise<void> => {
  const { realm, person } = actor;
  world.presence.forget(realm.id, person.id);
  if (isVisible) {
    await world.presence.report(realm.id, person.id, true);
    return announce(world, actor);
  }
  const since = new Date(world.clock.now() - HIDDEN_MS);
  const [row] = await world.pool.all(
    sql<{ hidden: boolean }>`select hide_presence(${realm.id}, ${person.id}, ${since}) as hidden`,
  );
  if (row?.hidden === true) await announce(world, actor);
};
