import { sql } from '@parley/server/engine/db/sql.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { seeded } from '@parley/test-support/seeded.ts';
import { costsOf } from '../scale/costs.ts';
import { powerLawSize } from '../scale/population.ts';
import { live, WARM_UP_MS, type Day } from './day/live.ts';
import { settle } from './day/settle.ts';
import type { Someone } from './day/users-process.ts';
import { say, table } from './support/figures.ts';
import { withBenchEnvironment, type BenchEnvironment } from './support/bench-environment.ts';

/** Organizations that are created at once. */
const PORTION = 8;
/** An organization above it gets a cell of its own. */
const LARGEST = 10_000;
const SEED = 1;
const NOTE_EVERY = 500;

const COMMAND = {
  name: 'npm run bench -- cell',
  summary:
    'Measures one node with a cell of organizations, whose sizes follow the power law of the simulation, while a part of their users is connected: the request mix of a day beside what docs/scale.md predicts.',
  options: {
    users: { type: 'string', value: 'number', default: '100000', help: 'users of all organizations' },
    organizations: {
      type: 'string',
      value: 'number',
      default: '6000',
      help: 'organizations; sizes are scaled to the users',
    },
    connected: { type: 'string', value: 'number', default: '10000', help: 'users who are connected' },
    seconds: { type: 'string', value: 'number', default: '60', help: 'measured time' },
  },
  example: 'npm run bench -- cell --users 2000 --organizations 120 --connected 500',
} as const;

export async function benchCell(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const connected = Number(values.connected);
  const seconds = Number(values.seconds);
  const sizes = sizesOf(Number(values.organizations), Number(values.users));
  await withBenchEnvironment(async (ground) => {
    const server = await startServerProcess(ground.environment, await freePort());
    try {
      const everybody = await settleAll(ground, server.url, sizes);
      const stride = Math.max(1, everybody.length / connected);
      const cast = everybody.filter((_, n) => Math.floor(n / stride) !== Math.floor((n - 1) / stride));
      say(`${cast.length} of ${everybody.length} users are connected for ${seconds} s`);
      await ground.world.pool.all(sql`analyze`);
      const before = await walBytes(ground);
      const day = await live(ground, server, cast, seconds);
      const wal = ((await walBytes(ground)) - before) / (seconds + WARM_UP_MS / 1_000);
      report(day, cast.length, wal);
    } finally {
      await server.terminate();
    }
  });
}

/** Sizes by the power law, scaled so that their sum is the number of users. */
function sizesOf(organizations: number, users: number): number[] {
  const random = seeded(SEED);
  const drawn = Array.from({ length: organizations }, () => powerLawSize(random, LARGEST));
  const scale = users / drawn.reduce((sum, size) => sum + size, 0);
  return drawn.map((size) => Math.max(1, Math.round(size * scale)));
}

async function settleAll(
  { world }: BenchEnvironment,
  url: string,
  sizes: readonly number[],
): Promise<Someone[]> {
  const everybody: Someone[] = [];
  for (let first = 0; first < sizes.length; first += PORTION) {
    const portion = await Promise.all(
      sizes.slice(first, first + PORTION).map((users, n) =>
        settle(world, url, {
          subdomain: `of-cell-${first + n}`,
          users,
          channels: Math.min(200, 2 + Math.ceil(users / 10)),
        }),
      ),
    );
    everybody.push(...portion.flat());
    if (first % NOTE_EVERY < PORTION) say(`${first} organizations, ${everybody.length} users`);
  }
  return everybody;
}

async function walBytes({ world }: BenchEnvironment): Promise<number> {
  const row = await world.pool.first(
    sql<{ bytes: number }>`select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes`,
  );
  return row?.bytes ?? 0;
}

function report(day: Day, connected: number, walBytesPerSecond: number): void {
  const model = costsOf(connected);
  table(
    [`${connected} connected users`, 'measured', 'predicted', 'ratio'],
    [
      ['node, cores', day.cores.node, model.nodeCores],
      ['PostgreSQL, cores', day.cores.postgres, model.postgresCores],
      ['WAL, kB a second', walBytesPerSecond / 1_000, model.walBytesPerSecond / 1_000],
    ].map(([name, measured, predicted]) => [
      String(name),
      Number(measured).toFixed(2),
      Number(predicted).toFixed(2),
      (Number(measured) / Number(predicted)).toFixed(2),
    ]),
  );
  table(
    ['requests/s', 'deliveries/s', 'failed', 'p50 ms', 'p99 ms', 'node MB', 'PostgreSQL MB', 'load: cores'],
    [
      [
        day.requestsPerSecond.toFixed(0),
        day.deliveriesPerSecond.toFixed(0),
        String(day.failed),
        day.p50.toFixed(0),
        day.p99.toFixed(0),
        day.megabytes.node.toFixed(0),
        day.megabytes.postgres.toFixed(0),
        day.cores.load.toFixed(2),
      ],
    ],
  );
}
