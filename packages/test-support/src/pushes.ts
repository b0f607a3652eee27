import { sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

/** Waits until the reader of the log has decided about every message, and no push waits for its time. */
export async function pushesDecided({ pool }: Pick<World, 'pool'>): Promise<void> {
  await eventually(async () => {
    const rows = await pool.all(sql`
      select from realm_head h left join log_reader r on r.realm_id = h.realm_id and r.kind = 'notify' and r.id = 0
      where r.position is null or r.position < h.head
      union all select from notification where kind = 'push' and state = 'waiting'`);
    expect(rows).toEqual([]);
  });
}

/** Waits until no push is left to deliver. */
export async function pushesDelivered(world: Pick<World, 'pool'>): Promise<void> {
  await pushesDecided(world);
  await eventually(async () => {
    expect(await world.pool.all(sql`select from push_delivery`)).toEqual([]);
  });
}
