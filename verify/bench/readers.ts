import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { withBenchEnvironment } from './support/bench-environment.ts';
import { table } from './support/figures.ts';
import { secondsOf, secondsOfFamily } from './support/processor-time.ts';

const ORGANIZATIONS = 100;
const READERS = [0, 10_000, 100_000];
/** Connections, caches and compiled code settle before the measurement. */
const SETTLE_MS = 15_000;

const COMMAND = {
  name: 'npm run bench -- readers',
  summary: 'Measures what durable readers at rest cost a node and PostgreSQL.',
  options: {
    short: { type: 'boolean', default: false, help: 'a quick run, to see that the benchmark works' },
    seconds: { type: 'string', default: '10', help: 'length of each measurement' },
  },
  example: 'npm run bench -- readers --seconds 60',
} as const;

export async function benchReaders(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const seconds = values.short ? 2 : Number(values.seconds);
  await withBenchEnvironment(async ({ world, environment, postgres }) => {
    for (let n = 1; n <= ORGANIZATIONS; n += 1)
      await createRealm(world.pool, { subdomain: `organization-${n}`, name: `Organization ${n}` });
    const server = await startServerProcess(environment, await freePort());
    try {
      const rows: string[][] = [];
      for (const count of values.short ? READERS.slice(0, 2) : READERS) {
        await fill(world, count);
        await pause(values.short ? 1_000 : SETTLE_MS);
        rows.push(await measure(world, server.pid, postgres.pid(), count, seconds));
      }
      table(
        [
          'readers at rest',
          'transactions a second',
          'server ms of processor a minute',
          'PostgreSQL ms a minute',
        ],
        rows,
      );
    } finally {
      await server.terminate();
    }
  });
}

/** Spreads readers at rest over the organizations, until there are this many. */
async function fill({ pool }: World, count: number): Promise<void> {
  const realms = await pool.all(sql<{ id: number }>`select id from realm`);
  for (const { id } of realms)
    await pool.all(
      sql`insert into log_reader (realm_id, kind, id, position, wanted)
        select ${id}, 'hook', n, 0, 0 from generate_series(1, ${count / ORGANIZATIONS}::int) as n
        on conflict do nothing`,
    );
  await pool.all(sql`analyze log_reader`);
}

async function measure(
  world: World,
  serverPid: number,
  postgresPid: number,
  count: number,
  seconds: number,
): Promise<string[]> {
  const read = async () => ({
    at: performance.now(),
    server: await secondsOf(serverPid),
    postgres: await secondsOfFamily(postgresPid),
    transactions: await transactions(world),
  });
  const from = await read();
  await pause(seconds * 1_000);
  const to = await read();
  const minutes = (to.at - from.at) / 60_000;
  return [
    count.toLocaleString('en'),
    ((to.transactions - from.transactions) / minutes / 60).toFixed(1),
    (((to.server - from.server) * 1_000) / minutes).toFixed(0),
    (((to.postgres - from.postgres) * 1_000) / minutes).toFixed(0),
  ];
}

async function transactions({ pool }: World): Promise<number> {
  const row = await pool.first(
    sql<{ count: number }>`select sum(xact_commit + xact_rollback)::bigint as count from pg_stat_database`,
  );
  return row?.count ?? 0;
}
