import { fork } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { sql } from '@parley/server/engine/db/sql.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import type { Report, Someone } from './day/users-process.ts';
import { quantile, say, table } from './support/figures.ts';
import { kilobytesOfFamily, residentKilobytes } from './support/memory.ts';
import { withBenchEnvironment, type BenchEnvironment } from './support/bench-environment.ts';
import { makeOrganization } from './support/organization.ts';
import { secondsOf, secondsOfFamily } from './support/processor-time.ts';

const CHANNELS = 200;
const CHANNELS_OF_EACH = 10;
/** Users inserted by one statement. */
const AT_ONCE = 500;

const COMMAND = {
  name: 'npm run bench -- day',
  summary: 'Measures one node with its database under the request mix of a production day.',
  options: {
    users: { type: 'string', value: 'numbers', default: '2500,5000,10000', help: 'active users' },
    seconds: { type: 'string', value: 'number', default: '40', help: 'measured time' },
  },
  example: 'npm run bench -- day --users 2500',
} as const;

export async function benchDay(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const rows: string[][] = [];
  for (const users of values.users.split(',').map(Number)) {
    say(`${users} users for ${values.seconds} s`);
    await withBenchEnvironment(async (ground) => {
      rows.push(await liveWith(ground, users, Number(values.seconds)));
    });
  }
  table(
    [
      'users',
      'requests/s',
      'deliveries/s',
      'failed',
      'send to receipt p50 ms',
      'p99 ms',
      'node: cores',
      'PostgreSQL: cores',
      'load: cores',
      'node MB',
      'PostgreSQL MB',
      'per 1,000 users: node cores',
      'PostgreSQL cores',
      'node MB',
      'PostgreSQL MB',
    ],
    rows,
  );
}

async function liveWith(ground: BenchEnvironment, users: number, seconds: number): Promise<string[]> {
  const port = await freePort();
  const server = await startServerProcess(ground.environment, port);
  try {
    const cast = await settle(ground, server.url, users);
    const child = fork(path.join(import.meta.dirname, 'day/users-process.ts'));
    const report = new Promise<Report>((resolve, reject) => {
      child.once('message', (answer) => {
        resolve(answer as Report);
      });
      child.once('error', reject);
    });
    child.send({ port, users: cast, seconds });
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const read = async (): Promise<number[]> => [
      await secondsOf(server.pid),
      await secondsOfFamily(ground.postgres.pid()),
      await secondsOf(child.pid ?? 0),
    ];
    const before = await read();
    await new Promise((resolve) => setTimeout(resolve, (seconds - 1) * 1_000));
    const after = await read();
    const megabytes = (await residentKilobytes(server.pid)) / 1024;
    const postgresMegabytes = (await kilobytesOfFamily(ground.postgres.pid())) / 1024;
    const { requests, failed, problem, deliveries, latencies } = await report;
    if (problem !== '') say(`  the first failure: ${problem}`);
    const total = Object.values(requests).reduce((sum, count) => sum + count, 0);
    say(
      `  ${Object.entries(requests)
        .map(([name, count]) => `${name} ${((100 * count) / total).toFixed(1)} %`)
        .join(', ')}`,
    );
    const cores = after.map((value, n) => (value - (before[n] ?? 0)) / (seconds - 1));
    const [node = 0, postgres = 0, load = 0] = cores;
    return [
      String(users),
      (total / seconds).toFixed(0),
      (deliveries / seconds).toFixed(0),
      String(failed),
      quantile(latencies, 0.5).toFixed(0),
      quantile(latencies, 0.99).toFixed(0),
      node.toFixed(2),
      postgres.toFixed(2),
      load.toFixed(2),
      megabytes.toFixed(0),
      postgresMegabytes.toFixed(0),
      ((node * 1_000) / users).toFixed(3),
      ((postgres * 1_000) / users).toFixed(3),
      ((megabytes * 1_000) / users).toFixed(0),
      ((postgresMegabytes * 1_000) / users).toFixed(0),
    ];
  } finally {
    await server.terminate();
  }
}

/** Creates users, subscriptions and queues with SQL, because the cost of registration is measured elsewhere. */
async function settle({ world }: BenchEnvironment, url: string, users: number): Promise<Someone[]> {
  const { realmId, channels, members } = await makeOrganization(world, url, {
    subdomain: '',
    members: 1,
    channels: CHANNELS,
  });
  const [model] = members;
  const keys = Array.from({ length: users }, (_, n) =>
    createHash('sha256')
      .update(`key ${n}`)
      .digest('base64')
      .replaceAll(/[^0-9A-Za-z]/g, 'x')
      .slice(0, 32),
  );
  const made = await world.pool.all(sql<{ id: number; delivery_email: string }>`
    insert into realm_user (realm_id, delivery_email, full_name, name_key, role, key_hash, key_sealed)
    select ${realmId}, 'someone' || n || '@example.com', 'Someone ' || n, 'someone ' || n, 400,
      sha256(convert_to(key, 'UTF8')), ''
    from unnest(${keys}::text[]) with ordinality as k (key, n) order by n
    returning id, delivery_email`);
  await world.pool.all(sql`
    insert into user_role (realm_id, user_id, from_position, role)
    select realm_id, id, 0, role from realm_user where realm_id = ${realmId} on conflict do nothing`);
  const ids = made.map(({ id }) => id);
  const own = ids.map((_, n) =>
    Array.from(
      { length: CHANNELS_OF_EACH },
      (__, k) => channels[(n * 7 + k * 19) % channels.length]?.id ?? 0,
    ),
  );
  // Same statement timeout as the server.
  for (let first = 0; first < users; first += AT_ONCE) {
    const some = ids.slice(first, first + AT_ONCE);
    await world.pool.all(sql`
      insert into subscription (realm_id, user_id, channel_id, color, periods, ordinals)
      select ${realmId}, p, c, '#76ce90', '{[0,)}', '{[1,)}'
      from unnest(
        ${some.flatMap((id) => Array.from({ length: CHANNELS_OF_EACH }, () => id))}::bigint[],
        ${own.slice(first, first + AT_ONCE).flat()}::bigint[]
      ) as s (p, c) on conflict do nothing`);
  }
  await world.pool.all(sql`
    update channel c set subscriber_count = (
      select count(*) from subscription s where s.realm_id = c.realm_id and s.channel_id = c.id and s.is_active
    ) where realm_id = ${realmId}`);
  const head = await world.pool.first(
    sql<{ head: number }>`select head from realm_head where realm_id = ${realmId}`,
  );
  const from = head?.head ?? 0;
  const queues = ids.map(() => randomUUID());
  await world.pool.all(sql`
    insert into event_queue (realm_id, id, user_id, from_position, client_options, idle_seconds)
    select ${realmId}, q, p, ${from}, ${CLIENT_OPTIONS}::jsonb, 600
    from unnest(${queues}::uuid[], ${ids}::bigint[]) as n (q, p)`);
  // Every user was present a minute ago and every client knows it, as at any moment of a day.
  await world.pool.all(sql`
    insert into presence (realm_id, user_id, active_at, idle_at, update_id)
    select ${realmId}, p, seen, seen, n
    from (select p, n, now() - interval '1 minute' * (1 - n::float8 / ${users}) as seen
      from unnest(${ids}::bigint[]) with ordinality as i (p, n)) as s`);
  await world.pool.all(sql`insert into presence_head (realm_id, last_id) values (${realmId}, ${users})`);
  await world.pool.all(sql`analyze`);
  const host = /host: [^\r]*\r\n/.exec(model?.headers ?? '')?.[0] ?? '';
  return made.map(({ delivery_email }, n) => ({
    headers: `${host}authorization: Basic ${Buffer.from(`${delivery_email}:${keys[n] ?? ''}`).toString('base64')}\r\nuser-agent: bench/1.0\r\n`,
    queueId: queues[n] ?? '',
    lastEventId: from * 100_000,
    channels: own[n] ?? [],
    lastUpdateId: users,
  }));
}

const CLIENT_OPTIONS = JSON.stringify({
  eventTypes: null,
  applyMarkdown: true,
  clientGravatar: true,
  slimPresence: true,
  allPublicChannels: false,
  narrow: [],
  capabilities: { notification_settings_null: true, empty_topic_name: true, bulk_message_deletion: true },
  knowsPronouns: true,
});
