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
const USERS_OF_EACH = 100;
const FIRST_USER = 100_000;

/** Recipients of all organizations together. */
type Population = { readonly devices: number; readonly webhooks: number };

const POPULATIONS: readonly Population[] = [
  { devices: 0, webhooks: 0 },
  { devices: 100_000, webhooks: 0 },
  { devices: 100_000, webhooks: 10_000 },
];
/** Connections, caches and compiled code settle before the measurement. */
const SETTLE_MS = 15_000;

const COMMAND = {
  name: 'npm run bench -- readers',
  summary: 'Measures what devices and webhooks at rest cost a node and PostgreSQL.',
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
    await addUsers(world);
    const server = await startServerProcess(environment, await freePort());
    try {
      const rows: string[][] = [];
      for (const population of values.short ? POPULATIONS.slice(0, 2) : POPULATIONS) {
        await fill(world, population);
        await pause(values.short ? 1_000 : SETTLE_MS);
        rows.push([
          ...[population.devices, population.webhooks].map((count) => count.toLocaleString('en')),
          ...(await measure(world, server.pid, postgres.pid(), seconds)),
        ]);
      }
      table(
        [
          'devices',
          'webhooks',
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

async function addUsers({ pool }: World): Promise<void> {
  for (const { id } of await pool.all(sql<{ id: number }>`select id from realm`))
    await pool.all(
      sql`insert into realm_user (realm_id, id, delivery_email, full_name, role)
        select ${id}, n, 'user' || n || '@example.org', 'User ' || n, 400
        from generate_series(${FIRST_USER}::int, ${FIRST_USER + USERS_OF_EACH - 1}::int) as n`,
    );
}

/** Spreads devices and webhooks at rest over the users of all organizations, until there are this many. */
async function fill({ pool }: World, { devices, webhooks }: Population): Promise<void> {
  const perUser = (count: number): number => Math.ceil(count / ORGANIZATIONS / USERS_OF_EACH);
  const realms = await pool.all(sql<{ id: number }>`select id from realm`);
  for (const { id } of realms) {
    await pool.all(
      sql`insert into push_subscription (realm_id, user_id, endpoint_hash, sealed)
        select u.realm_id, u.id, int4send(n), 'sealed'::bytea
        from realm_user u cross join generate_series(1, ${perUser(devices)}::int) as n
        where u.realm_id = ${id} and u.id >= ${FIRST_USER}
        on conflict do nothing`,
    );
    await pool.all(
      sql`with added as (
          insert into event_subscription (realm_id, user_id, url, client_options)
          select u.realm_id, u.id, 'https://hooks.example.org/', '{}'
          from realm_user u cross join generate_series(1, ${perUser(webhooks)}::int) as n
          where u.realm_id = ${id} and u.id >= ${FIRST_USER}
            and n > (select count(*) / ${USERS_OF_EACH}::int from event_subscription where realm_id = ${id})
          returning realm_id, id
        )
        insert into log_reader (realm_id, kind, id, position)
        select a.realm_id, 'subscription', a.id, h.head from added a join realm_head h using (realm_id)`,
    );
  }
  for (const name of ['log_reader', 'push_subscription', 'event_subscription'])
    await pool.all(sql`analyze ${sql.table(name)}`);
}

async function measure(
  world: World,
  serverPid: number,
  postgresPid: number,
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
