import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { fetchedState } from '@parley/contract/endpoints/queues.ts';
import { freePort } from '../packages/server/src/testing/own-postgres.ts';
import { startServerProcess, type ServerProcess } from '../tools/support/server-process.ts';
import { Wire } from '../tools/support/wire.ts';
import { addCrowd } from './morning/crowd.ts';
import { hammer } from './morning/hammer.ts';
import type { Arrivals } from './morning/people-process.ts';
import { registerRequest } from './morning/register.ts';
import { fill, prepareFilling } from './read/fill.ts';
import { costMeter } from './support/costs.ts';
import { quantile, table } from './support/figures.ts';
import { connectTo } from './support/fill.ts';
import { onGround, type BenchGround } from './support/ground.ts';
import { highWaterKilobytes } from './support/memory.ts';
import { makeOrganization } from './support/organization.ts';

const CHANNELS = 200;
const MESSAGES = 3_000;
/** A node works on so many registrations at once. */
const CONNECTIONS = 6;
const BYSTANDERS = 10;
const SHORT_PEOPLE = 100;
const QUIET_SECONDS = 8;

type Options = {
  readonly people: number;
  readonly come: number;
  readonly within: number;
  readonly seconds: number;
  /** How long the bystanders talk among themselves before anybody comes. */
  readonly quietSeconds: number;
  readonly isProfiled: boolean;
};

/** `npm run bench -- morning`: everybody opens a client, at once or within some minutes. */
const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string', default: '10000' },
      come: { type: 'string' },
      within: { type: 'string', default: '0' },
      seconds: { type: 'string', default: '8' },
      parts: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
    },
  });
  const alone: string[][] = [];
  const together: string[][] = [];
  for (const people of values.short ? [SHORT_PEOPLE] : values.people.split(',').map(Number)) {
    const options = {
      people,
      come: Math.min(people, Number(values.come ?? people)),
      within: Number(values.within),
      seconds: values.short ? 1 : Number(values.seconds),
      quietSeconds: values.short ? 1 : QUIET_SECONDS,
      isProfiled: values.parts,
    };
    await onGround(async (ground) => {
      const server = await startServerProcess(ground.environment, await freePort());
      try {
        const morning = await prepare(ground, server, options);
        alone.push(await registering(morning));
        if (options.isProfiled) await profile(morning);
        together.push(await coming(morning));
      } finally {
        await server.terminate();
      }
    });
  }
  table(
    [
      'people',
      'registers/s',
      'p50 ms',
      'p99 ms',
      'node ms',
      'PostgreSQL ms',
      'MB',
      'MB gzip',
      'gzip ms',
      'bare/s',
      'bare ms',
      'ratio',
    ],
    alone,
  );
  table(
    [
      'people',
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
};
export default run;

type Morning = Options & {
  readonly ground: BenchGround;
  readonly server: ServerProcess;
  readonly port: number;
  readonly crowd: readonly string[];
  readonly bystanders: readonly string[];
  readonly channel: number;
  /** An answer to somebody who comes. */
  readonly answer: string;
};

const prepare = async (ground: BenchGround, server: ServerProcess, options: Options): Promise<Morning> => {
  const organization = await makeOrganization(ground.world, server.url, {
    subdomain: '',
    members: BYSTANDERS,
    channels: CHANNELS,
  });
  const client = await connectTo(ground.environment['PARLEY_DATABASE_URL'] ?? '');
  await prepareFilling(client);
  await fill(client, organization.realmId, MESSAGES);
  const crowd = await addCrowd(client, organization, options.people);
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
};

/** Registrations one behind the other on a few connections, and the bare engine with the same bytes. */
const registering = async (morning: Morning): Promise<string[]> => {
  const { port, crowd, server, ground, answer, seconds, people } = morning;
  const requests = crowd.slice(0, 500).map((headers) => registerRequest(headers));
  await hammer(port, requests, { connections: CONNECTIONS, seconds: seconds / 2 });
  const meter = costMeter({ server: server.pid, postgres: ground.postgres.pid(), load: process.pid });
  const start = await meter();
  const full = await hammer(port, requests, { connections: CONNECTIONS, seconds });
  const costs = start.until(await meter(), full.answered);
  const bare = await bareEngine(answer, requests, seconds);
  const from = performance.now();
  const packed = gzipSync(answer, { level: 1 });
  const packing = performance.now() - from;
  const rate = full.answered / full.seconds;
  return [
    String(people),
    rate.toFixed(1),
    quantile(full.times, 0.5).toFixed(0),
    quantile(full.times, 0.99).toFixed(0),
    (costs.server / 1_000).toFixed(1),
    (costs.postgres / 1_000).toFixed(1),
    megabytes(full.bytes),
    megabytes(packed.length),
    packing.toFixed(0),
    bare.rate.toFixed(0),
    bare.milliseconds.toFixed(1),
    (rate / bare.rate).toFixed(3),
  ];
};

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(2);

const bareEngine = async (
  answer: string,
  requests: readonly string[],
  seconds: number,
): Promise<{ rate: number; milliseconds: number }> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-bare-'));
  const file = path.join(directory, 'answer');
  await writeFile(file, answer);
  const port = await freePort();
  const bare = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'morning/bare-server.ts'), String(port), file],
    {
      stdio: 'ignore',
    },
  );
  try {
    await untilItListens(port);
    await hammer(port, requests, { connections: CONNECTIONS, seconds: 1 });
    const meter = costMeter({ server: bare.pid ?? 0, postgres: 0, load: process.pid });
    const start = await meter();
    const { answered, seconds: took } = await hammer(port, requests, { connections: CONNECTIONS, seconds });
    const { server } = start.until(await meter(), answered);
    return { rate: answered / took, milliseconds: server / 1_000 };
  } finally {
    bare.kill('SIGKILL');
    await rm(directory, { recursive: true });
  }
};

const untilItListens = async (port: number): Promise<void> => {
  for (;;) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }).then(
      (response) => response.arrayBuffer().then(() => true),
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

const coming = async (morning: Morning): Promise<string[]> => {
  const { port, people, come, within, crowd, bystanders, channel, server, ground, answer, quietSeconds } =
    morning;
  const talkers = fork(path.join(import.meta.dirname, 'morning/bystanders-process.ts'));
  const comers = fork(path.join(import.meta.dirname, 'morning/people-process.ts'));
  try {
    await ask(talkers, { port, people: bystanders, channel });
    await new Promise((resolve) => setTimeout(resolve, quietSeconds * 1_000));
    const before = (await ask(talkers, 'read')) as number[];
    const meter = costMeter({
      server: server.pid,
      postgres: ground.postgres.pid(),
      load: comers.pid ?? 0,
    });
    const start = await meter();
    const lastUpdateId = Number(/"presence_last_update_id":(-?\d+)/.exec(answer)?.[1] ?? -1);
    const pending = ask(comers, { port, people: crowd.slice(0, come), within, lastUpdateId });
    const arrivals = await measuredUntil(pending, meter, start);
    const meanwhile = (await ask(talkers, 'read')) as number[];
    if (arrivals.failed > 0) throw new Error(`${arrivals.failed} failed, the first: ${arrivals.problem}`);
    const { seconds, untilIn, registers } = arrivals;
    const both = (values: readonly number[]): string =>
      `${quantile(values, 0.5).toFixed(0)}, ${quantile(values, 0.99).toFixed(0)}`;
    return [
      String(people),
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
};

/** The process of those who come ends with its answer, and its processor time with it. */
const measuredUntil = async (
  pending: Promise<unknown>,
  meter: ReturnType<typeof costMeter>,
  start: Awaited<ReturnType<ReturnType<typeof costMeter>>>,
): Promise<Arrivals & { cores: number[] }> => {
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
};

const ask = async (child: ChildProcess, question: unknown): Promise<unknown> => {
  child.send(question as object);
  const [answer] = (await once(child, 'message')) as [unknown];
  return answer;
};

/** What each part of the state costs: registrations that ask for it alone, less one that asks for nothing. */
const profile = async ({ port, crowd, server, ground, seconds }: Morning): Promise<void> => {
  const meter = costMeter({ server: server.pid, postgres: ground.postgres.pid(), load: process.pid });
  const costOf = async (types: readonly string[]): Promise<number[]> => {
    const requests = crowd.slice(0, 50).map((headers) => registerRequest(headers, types));
    const start = await meter();
    const { answered, bytes, times } = await hammer(port, requests, {
      connections: 1,
      seconds: seconds / 4,
    });
    const { server: node, postgres } = start.until(await meter(), answered);
    return [quantile(times, 0.5), node / 1_000, postgres / 1_000, bytes / 1_000];
  };
  const nothing = await costOf([]);
  const rows: [string, number[]][] = [];
  for (const type of Object.keys(fetchedState)) {
    const types = type === 'update_message_flags' ? [type, 'message'] : [type];
    rows.push([type, (await costOf(types)).map((value, n) => value - (nothing[n] ?? 0))]);
  }
  table(
    ['part', 'ms', 'node ms', 'PostgreSQL ms', 'kB'],
    [
      ['nothing', nothing.map((value) => value.toFixed(1))] as const,
      ...rows
        .toSorted(([, a], [, b]) => (b[0] ?? 0) - (a[0] ?? 0))
        .map(([name, values]) => [name, values.map((value) => value.toFixed(1))] as const),
    ].map(([name, values]) => [name, ...values]),
  );
};
