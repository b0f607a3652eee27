import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { untilRead } from '@parley/test-support/until-read.ts';
import type { BenchEnvironment } from '../support/bench-environment.ts';
import { costMeter } from '../support/costs.ts';
import { table } from '../support/figures.ts';

/** Organizations that are created at once. */
const PORTION = 8;
/** Caches and searches settle before the measurement. */
const SETTLE_MS = 20_000;

/** Prints what organizations without any request cost a node and PostgreSQL, by their number. */
export async function measureAtRest(
  { environment, world, postgres }: BenchEnvironment,
  counts: readonly number[],
  seconds: number,
): Promise<void> {
  const rows: { count: number; server: number; postgres: number }[] = [];
  for (const count of counts) {
    await createUpTo(world, count);
    const server = await startServerProcess(environment, await freePort());
    try {
      await untilRead(world.pool);
      await pause(SETTLE_MS);
      const meter = costMeter({ server: server.pid, postgres: postgres.pid(), load: process.pid });
      const start = await meter();
      await pause(seconds * 1_000);
      const cost = start.until(await meter(), seconds);
      rows.push({ count, server: cost.server / 1_000, postgres: cost.postgres / 1_000 });
    } finally {
      await server.terminate();
    }
  }
  const first = rows[0];
  table(
    ['organizations', 'server, ms a second', 'PostgreSQL, ms a second', 'both beside the first'],
    rows.map((row) => [
      row.count.toLocaleString('en'),
      row.server.toFixed(1),
      row.postgres.toFixed(1),
      first === undefined ? '' : ((row.server + row.postgres) / (first.server + first.postgres)).toFixed(2),
    ]),
  );
}

async function createUpTo({ pool }: World, count: number): Promise<void> {
  const row = await pool.first(sql<{ count: number }>`select count(*)::int as count from realm`);
  for (let n = row?.count ?? 0; n < count; n += PORTION)
    await Promise.all(
      Array.from({ length: Math.min(PORTION, count - n) }, (_, index) =>
        createRealm(pool, { subdomain: `rest-${n + index}`, name: `Organization ${n + index}` }),
      ),
    );
}
