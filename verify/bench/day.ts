import { sql } from '@parley/server/engine/db/sql.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { live, type Day } from './day/live.ts';
import { settle } from './day/settle.ts';
import { say, table } from './support/figures.ts';
import { withBenchEnvironment, type BenchEnvironment } from './support/bench-environment.ts';

const CHANNELS = 200;

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
      rows.push(rowOf(await liveWith(ground, users, Number(values.seconds)), users));
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

async function liveWith(ground: BenchEnvironment, users: number, seconds: number): Promise<Day> {
  const server = await startServerProcess(ground.environment, await freePort());
  try {
    const cast = await settle(ground.world, server.url, { subdomain: '', users, channels: CHANNELS });
    await ground.world.pool.all(sql`analyze`);
    return await live(ground, server, cast, seconds);
  } finally {
    await server.terminate();
  }
}

function rowOf(day: Day, users: number): string[] {
  const each = (value: number): number => (value * 1_000) / users;
  return [
    String(users),
    day.requestsPerSecond.toFixed(0),
    day.deliveriesPerSecond.toFixed(0),
    String(day.failed),
    day.p50.toFixed(0),
    day.p99.toFixed(0),
    day.cores.node.toFixed(2),
    day.cores.postgres.toFixed(2),
    day.cores.load.toFixed(2),
    day.megabytes.node.toFixed(0),
    day.megabytes.postgres.toFixed(0),
    each(day.cores.node).toFixed(3),
    each(day.cores.postgres).toFixed(3),
    each(day.megabytes.node).toFixed(0),
    each(day.megabytes.postgres).toFixed(0),
  ];
}
