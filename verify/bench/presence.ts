import { updatePresence } from '@parley/contract/endpoints/presence.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';
import { pointQuery, measureWrites } from './presence/bare.ts';
import { addPresentUsers } from './presence/add-users.ts';
import { costMeter } from './support/costs.ts';
import { median, say, table } from './support/figures.ts';
import { withBenchEnvironment, type BenchEnvironment } from './support/bench-environment.ts';
import { startLoad } from './support/load.ts';
import { makeOrganization, type Organization } from './support/organization.ts';

const MEMBERS = 8;
/** Fraction of the max rate at which latency is measured, so that queueing does not count. */
const CALM = 0.3;

type Request = {
  readonly name: string;
  /** `last` is the newest update id. */
  readonly body: (last: number, size: number) => string;
  readonly path: string;
};

const requests: readonly Request[] = [
  {
    name: 'up to date',
    path: 'POST /users/me/presence',
    body: (last) => `status=active&last_update_id=${last}`,
  },
  {
    // Of all users, each of whom is told every two minutes.
    name: 'with the changes of a minute',
    path: 'POST /users/me/presence',
    body: (last, size) => `status=active&last_update_id=${last - Math.floor(size / 2)}`,
  },
  { name: 'ping only', path: 'POST /users/me/presence', body: () => 'status=active&ping_only=true' },
  { name: 'a request with one point query', path: 'GET /navigation_views', body: () => '' },
];

const COMMAND = {
  name: 'npm run bench -- presence',
  summary: 'Measures a presence report of an up-to-date client, in small and large organizations.',
  options: {
    short: { type: 'boolean', default: false, help: 'a quick run, to see that the benchmark works' },
    sizes: {
      type: 'string',
      value: 'numbers',
      default: '10,10000,100000',
      help: 'users of the organization',
    },
  },
  example: 'npm run bench -- presence --short',
} as const;

export async function benchPresence(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  await withBenchEnvironment(async (ground) => {
    const server = await startServerProcess(ground.environment, await freePort());
    try {
      const rows: string[][] = [];
      for (const size of values.short ? [10] : values.sizes.split(',').map(Number))
        rows.push(...(await ofSize(ground, server, size, values.short)));
      table(['users, request', 'a second', 'p50 ms', 'p99 ms', 'server µs', 'PostgreSQL µs', 'bytes'], rows);
    } finally {
      await server.terminate();
    }
  });
}

async function ofSize(
  { world, postgres }: BenchEnvironment,
  server: ServerProcess,
  size: number,
  isShort: boolean,
): Promise<string[][]> {
  const subdomain = `of-${size}`;
  const organization = await makeOrganization(world, server.url, {
    subdomain,
    members: MEMBERS,
    channels: 0,
  });
  await addPresentUsers(world, organization.realmId, size - MEMBERS);
  const rows: string[][] = [];
  for (const request of requests) {
    const last = await reportAll(world, organization);
    const load = await startLoad(
      Number(new URL(server.url).port),
      linesOf(organization, request, last, size),
    );
    const meter = costMeter({ server: server.pid, postgres: postgres.pid(), load: load.pid });
    await load.run({ seconds: isShort ? 1 : 5 });
    const start = await meter();
    const full = await load.run({ seconds: isShort ? 1 : 8 });
    const costs = start.until(await meter(), full.answered);
    const rate = full.answered / full.seconds;
    const calm = await load.run({ seconds: isShort ? 1 : 8, rate: rate * CALM });
    load.close();
    if (full.failed > 0) throw new Error(`${full.failed} reports failed, the first with ${full.problem}`);
    rows.push([
      `${size}, ${request.name}`,
      rate.toFixed(0),
      calm.p50.toFixed(2),
      calm.p99.toFixed(2),
      costs.server.toFixed(0),
      costs.postgres.toFixed(0),
      full.bytes.toFixed(0),
    ]);
  }
  const [member] = organization.members;
  const points: number[] = [];
  for (let n = 0; n < 3; n += 1) points.push(await pointQuery(world, organization.realmId, member?.id ?? 0));
  say(`${size} users: bare point query ${median(points).toFixed(3)} ms`);
  for (const users of [1, 100, 1_000].filter((count) => count <= size))
    say(
      `${size} users: ${users} reports written in ${(await measureWrites(world, organization.realmId, users)).toFixed(2)} ms`,
    );
  return rows;
}

/** Reports every member's presence, so that nothing changes for a minute; returns the current presence version. */
async function reportAll(world: World, { realmId, members }: Organization): Promise<number> {
  for (const { connection } of members)
    await connection.call(updatePresence, { status: 'active', ping_only: true });
  const row = await world.pool.first(
    sql<{ last_id: number }>`select last_id from presence_head where realm_id = ${realmId}`,
  );
  return row?.last_id ?? 0;
}

function linesOf({ members }: Organization, { path, body }: Request, last: number, size: number): string[][] {
  return members.map(({ headers }) => {
    const [method = '', target = ''] = path.split(' ');
    const text = body(last, size);
    return [
      `${method} /api/v1${target} HTTP/1.1\r\n${headers}accept-encoding: gzip\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    ];
  });
}
