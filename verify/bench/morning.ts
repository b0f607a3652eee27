import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';
import { Wire } from '@parley/test-support/process/wire.ts';
import { bareEngine } from './morning/bare.ts';
import { addMorningUsers } from './morning/add-users.ts';
import { repeatRequest, type RepeatedRequests } from './morning/repeat-request.ts';
import type { Arrivals } from './morning/users-process.ts';
import { profile } from './morning/profile.ts';
import { registerRequest } from './morning/register.ts';
import { fill, prepareFilling } from './read/fill.ts';
import { costMeter, type Costs } from './support/costs.ts';
import { quantile, table } from './support/figures.ts';
import { connectTo } from './support/fill.ts';
import { withBenchEnvironment, type BenchEnvironment } from './support/bench-environment.ts';
import { highWaterKilobytes } from './support/memory.ts';
import { makeOrganization } from './support/organization.ts';
import { plot, type Line } from './support/plot.ts';

const PICTURE = path.join(import.meta.dirname, '../../docs/images/morning.svg');
const CHANNELS = 200;
const MESSAGES = 3_000;
/** Registrations that a node processes concurrently. */
const CONNECTIONS = 6;
const BYSTANDERS = 10;
const SHORT_USERS = 100;
const QUIET_SECONDS = 8;

type Options = {
  readonly users: number;
  readonly come: number;
  readonly within: number;
  readonly seconds: number;
  /** Seconds during which the connected users send messages before others arrive. */
  readonly quietSeconds: number;
  readonly isProfiled: boolean;
};

const COMMAND = {
  name: 'npm run bench -- morning',
  summary: 'Measures the time until every user of an organization has a registered client.',
  options: {
    users: { type: 'string', value: 'numbers', default: '10000', help: 'users of the organization' },
    come: { type: 'string', value: 'number', help: 'users who open a client (default: all)' },
    within: {
      type: 'string',
      value: 'number',
      default: '0',
      help: 'seconds over which they arrive; 0: at once',
    },
    seconds: {
      type: 'string',
      value: 'number',
      default: '8',
      help: 'duration of each measurement of one request',
    },
    parts: { type: 'boolean', default: false, help: 'profile the parts of a registration' },
    short: { type: 'boolean', default: false, help: 'a quick run, to see that the benchmark works' },
    picture: { type: 'boolean', default: false, help: 'draw the chart of docs/performance.md' },
  },
  example: 'npm run bench -- morning --users 1000,10000',
} as const;

export async function benchMorning(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const alone: Alone[] = [];
  const together: string[][] = [];
  for (const users of values.short ? [SHORT_USERS] : values.users.split(',').map(Number)) {
    const options = {
      users,
      come: Math.min(users, Number(values.come ?? users)),
      within: Number(values.within),
      seconds: values.short ? 1 : Number(values.seconds),
      quietSeconds: values.short ? 1 : QUIET_SECONDS,
      isProfiled: values.parts,
    };
    await withBenchEnvironment(async (ground) => {
      const server = await startServerProcess(ground.environment, await freePort());
      try {
        const morning = await prepare(ground, server, options);
        alone.push(await registering(morning));
        const pids = { server: server.pid, postgres: ground.postgres.pid() };
        if (options.isProfiled) await profile({ ...morning, pids });
        together.push(await coming(morning));
      } finally {
        await server.terminate();
      }
    });
  }
  table(
    [
      'users',
      'registers/s',
      'p50 ms',
      'p99 ms',
      'node ms',
      'PostgreSQL ms',
      'MB',
      'bare/s',
      'bare ms',
      'ratio',
      'gzip: registers/s',
      'node ms',
      'MB',
    ],
    alone.map(rowOf),
  );
  if (values.picture) await writeFile(PICTURE, pictureOf(alone));
  table(
    [
      'users',
      'come',
      'within s',
      'all in s',
      'refused',
      'until in p50 s',
      'p99 s',
      'let in p50 ms',
      'p99 ms',
      'cores: node',
      'PostgreSQL',
      'load',
      'node MB',
      'bystander p50, p99 ms before',
      'meanwhile',
    ],
    together,
  );
}

type Morning = Options & {
  readonly ground: BenchEnvironment;
  readonly server: ServerProcess;
  readonly port: number;
  readonly crowd: readonly string[];
  readonly bystanders: readonly string[];
  readonly channel: number;
  /** Response to a registration. */
  readonly answer: string;
};

async function prepare(ground: BenchEnvironment, server: ServerProcess, options: Options): Promise<Morning> {
  const organization = await makeOrganization(ground.world, server.url, {
    subdomain: '',
    members: BYSTANDERS,
    channels: CHANNELS,
  });
  const client = await connectTo(ground.environment['PARLEY_DATABASE_URL'] ?? '');
  await prepareFilling(client);
  await fill(client, organization.realmId, MESSAGES);
  const crowd = await addMorningUsers(client, organization, options.users);
  await client.end();
  const port = Number(new URL(server.url).port);
  const wire = new Wire('127.0.0.1', port);
  const { status, body } = await wire.ask(registerRequest(crowd[0] ?? ''));
  wire.close();
  if (status !== 200) throw new Error(body);
  return {
    ...options,
    ground,
    server,
    port,
    crowd,
    bystanders: organization.members.map(({ headers }) => headers),
    channel: organization.channels.at(-1)?.id ?? 0,
    answer: body,
  };
}

/** Measures sequential registrations on a few connections, and a bare server with the same bytes. */
async function registering(morning: Morning): Promise<Alone> {
  const { port, crowd, server, ground, answer, seconds, users } = morning;
  const meter = costMeter({ server: server.pid, postgres: ground.postgres.pid(), load: process.pid });
  const measure = async (more: string): Promise<Registered> => {
    const requests = crowd.slice(0, 500).map((headers) => registerRequest(headers + more));
    await repeatRequest(port, requests, { connections: CONNECTIONS, seconds: seconds / 2 });
    const start = await meter();
    const full = await repeatRequest(port, requests, { connections: CONNECTIONS, seconds });
    return { ...full, ...start.until(await meter(), full.answered), rate: full.answered / full.seconds };
  };
  const raw = await measure('');
  const packed = await measure('accept-encoding: gzip\r\n');
  const limits = { connections: CONNECTIONS, seconds };
  const bare = await bareEngine(answer, [registerRequest(crowd[0] ?? '')], limits);
  return { users, raw, packed, bare };
}

type Registered = RepeatedRequests & Costs & { readonly rate: number };
type Alone = {
  readonly users: number;
  readonly raw: Registered;
  readonly packed: Registered;
  readonly bare: { readonly rate: number; readonly milliseconds: number };
};

function rowOf({ users, raw, packed, bare }: Alone): string[] {
  return [
    String(users),
    raw.rate.toFixed(1),
    quantile(raw.times, 0.5).toFixed(0),
    quantile(raw.times, 0.99).toFixed(0),
    (raw.server / 1_000).toFixed(1),
    (raw.postgres / 1_000).toFixed(1),
    (raw.bytes / 1e6).toFixed(2),
    bare.rate.toFixed(0),
    bare.milliseconds.toFixed(1),
    (raw.rate / bare.rate).toFixed(2),
    packed.rate.toFixed(1),
    (packed.server / 1_000).toFixed(1),
    (packed.bytes / 1e6).toFixed(2),
  ];
}

function pictureOf(all: readonly Alone[]): string {
  const line = (name: string, color: string, of: (one: Alone) => number): Line => ({
    name,
    color,
    points: all.map((one) => [one.users, of(one)] as const),
  });
  const [ours, other] = ['#1d6fb8', '#c4532d'];
  return plot('What one who registers costs', 'users', [
    {
      title: 'processor milliseconds',
      lines: [
        line('Parley with PostgreSQL', ours, ({ raw }) => (raw.server + raw.postgres) / 1_000),
        line('bare server, the same bytes', other, ({ bare }) => bare.milliseconds),
      ],
    },
    {
      title: 'megabytes, above; with gzip, below',
      lines: [
        line('', ours, ({ raw }) => raw.bytes / 1e6),
        line('', other, ({ packed }) => packed.bytes / 1e6),
      ],
    },
  ]);
}

async function coming(morning: Morning): Promise<string[]> {
  const { port, users, come, within, crowd, bystanders, channel, server, ground, answer, quietSeconds } =
    morning;
  const talkers = fork(path.join(import.meta.dirname, 'morning/bystanders-process.ts'));
  const comers = fork(path.join(import.meta.dirname, 'morning/users-process.ts'));
  try {
    await ask(talkers, { port, users: bystanders, channel });
    await new Promise((resolve) => setTimeout(resolve, quietSeconds * 1_000));
    const before = (await ask(talkers, 'read')) as number[];
    const meter = costMeter({
      server: server.pid,
      postgres: ground.postgres.pid(),
      load: comers.pid ?? 0,
    });
    const start = await meter();
    const lastUpdateId = Number(/"presence_last_update_id":(-?\d+)/.exec(answer)?.[1] ?? -1);
    const pending = ask(comers, { port, users: crowd.slice(0, come), within, lastUpdateId });
    const arrivals = await measuredUntil(pending, meter, start);
    const meanwhile = (await ask(talkers, 'read')) as number[];
    if (arrivals.failed > 0) throw new Error(`${arrivals.failed} failed, the first: ${arrivals.problem}`);
    const { seconds, untilIn, registers } = arrivals;
    const both = (values: readonly number[]): string =>
      `${quantile(values, 0.5).toFixed(0)}, ${quantile(values, 0.99).toFixed(0)}`;
    return [
      String(users),
      String(come),
      String(within),
      seconds.toFixed(1),
      String(arrivals.refused),
      (quantile(untilIn, 0.5) / 1_000).toFixed(1),
      (quantile(untilIn, 0.99) / 1_000).toFixed(1),
      quantile(registers, 0.5).toFixed(0),
      quantile(registers, 0.99).toFixed(0),
      ...arrivals.cores.map((cores) => cores.toFixed(2)),
      ((await highWaterKilobytes(server.pid)) / 1_024).toFixed(0),
      both(before),
      both(meanwhile),
    ];
  } finally {
    talkers.kill('SIGKILL');
    comers.kill('SIGKILL');
  }
}

/** The process of arriving users exits after its result, so its processor time is read before. */
async function measuredUntil(
  pending: Promise<unknown>,
  meter: ReturnType<typeof costMeter>,
  start: Awaited<ReturnType<ReturnType<typeof costMeter>>>,
): Promise<Arrivals & { cores: number[] }> {
  let last = start.until(start, 1);
  let isDone = false;
  const looking = (async () => {
    while (!isDone) {
      const now = start.until(await meter(), 1);
      if (now.load >= last.load) last = now;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })();
  const arrivals = (await pending) as Arrivals;
  isDone = true;
  await looking;
  const cores = [last.server, last.postgres, last.load].map((used) => used / 1e6 / arrivals.seconds);
  return { ...arrivals, cores };
}

async function ask(child: ChildProcess, question: unknown): Promise<unknown> {
  child.send(question as object);
  const [answer] = (await once(child, 'message')) as [unknown];
  return answer;
}
