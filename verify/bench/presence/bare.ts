import { sql } from '@parley/server/engine/db/sql.ts';
import { createPresenceStore } from '@parley/server/organization/presence/store.ts';
import type { World } from '@parley/server/http/world.ts';

/** Milliseconds of a sequential point query by primary key. */
export async function pointQuery(world: World, realmId: number, id: number): Promise<number> {
  const rounds = 2_000;
  const begin = performance.now();
  for (let n = 0; n < rounds; n += 1)
    await world.pool.all(
      sql`select active_at, idle_at from presence where realm_id = ${realmId} and user_id = ${id}`,
    );
  return (performance.now() - begin) / rounds;
}

/** Each round is a minute later, and all are later than the reports before, so that every report changes its row. */
let now = Date.now() + 3_600_000;

/** Milliseconds to write the reports of this many users in one batch. */
export async function measureWrites(world: World, realmId: number, users: number): Promise<number> {
  const store = createPresenceStore(world.pool);
  const rows = await world.pool.all(
    sql<{ user_id: number }>`select user_id from presence where realm_id = ${realmId} limit ${users}`,
  );
  const rounds = 50;
  const begin = performance.now();
  for (let n = 0; n < rounds; n += 1) {
    now += 60_000;
    const noted = await store.note(
      rows.map(({ user_id: userId }) => ({ realmId, userId, idleAt: now, activeAt: now })),
    );
    if (!noted.every(({ isChanged }) => isChanged)) throw new Error('A report was not worth a change.');
  }
  return (performance.now() - begin) / rounds;
}
