import { sql } from '../../engine/db/sql.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { publishPresence } from './publish-presence.ts';
import { HIDDEN_OFFSET_MS } from './times.ts';

/** Applies a changed `presence_enabled`: shows the user as active now, or as offline for a while, and publishes it. */
export async function applyPresenceVisibility(world: World, actor: Actor, isVisible: boolean): Promise<void> {
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
