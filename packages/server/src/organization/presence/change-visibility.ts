import { sql } from '../../engine/db/sql.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { publishPresence } from './announce.ts';
import { HIDDEN_OFFSET_MS } from './times.ts';

/** After somebody has decided to be seen or not: at once there, or as if gone for a while. Others are told. */
export async function followVisibility(world: World, actor: Actor, isVisible: boolean): Promise<void> {
  const { realm, user } = actor;
  world.presence.forget(realm.id, user.id);
  if (isVisible) {
    await world.presence.report(realm.id, user.id, true);
    return publishPresence(world, actor);
  }
  const since = new Date(world.clock.now() - HIDDEN_OFFSET_MS);
  const [row] = await world.pool.all(
    sql<{ hidden: boolean }>`select hide_presence(${realm.id}, ${user.id}, ${since}) as hidden`,
  );
  if (row?.hidden === true) await publishPresence(world, actor);
}
