import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { measureAtRest } from './idle/at-rest.ts';
import { sendRequests } from './send/requests.ts';
import { withBenchEnvironment, type BenchEnvironment } from './support/bench-environment.ts';
import { costMeter } from './support/costs.ts';
import { spread, table } from './support/figures.ts';
import { startLoad } from './support/load.ts';
import { privateKilobytes, residentKilobytes } from './support/memory.ts';
import { makeOrganization, type Organization } from './support/organization.ts';
import { secondsOf } from './support/processor-time.ts';

/** Duration of each measurement of organizations at rest. */
const REST_SECONDS = 40;

const SERVER = path.resolve(import.meta.dirname, '../../packages/server');
const SOURCES = path.join(SERVER, 'src/main.ts');
const BUILD = path.join(SERVER, 'dist/main.js');

/** A way to start a node. */
type Way = {
  readonly name: string;
  readonly main: string;
  readonly environment: Readonly<Record<string, string>>;
};

const WAYS: readonly Way[] = [
  { name: 'sources', main: SOURCES, environment: {} },
  { name: 'build', main: BUILD, environment: {} },
  {
    name: 'build, small young generation',
    main: BUILD,
    environment: { NODE_OPTIONS: '--max-semi-space-size=2' },
  },
];

const COMMAND = {
  name: 'npm run bench -- idle',
  summary:
    'Measures start and memory of a node at rest, what a send costs it at full rate, and what organizations cost at rest.',
  options: {
    short: { type: 'boolean', default: false, help: 'a quick run, to see that the benchmark works' },
    rounds: { type: 'string', value: 'number', default: '3', help: 'starts of each way' },
    seconds: { type: 'string', value: 'number', default: '5', help: 'duration at full rate' },
    organizations: {
      type: 'string',
      value: 'numbers',
      help: 'only measure what these numbers of organizations cost at rest, such as 1,100,1000,6000',
    },
  },
  example: 'npm run bench -- idle --rounds 5',
} as const;

type Figures = {
  readonly startSeconds: number;
  readonly resident: number;
  readonly own: number;
  readonly sendMicroseconds: number;
  readonly residentAfter: number;
};

export async function benchIdle(args: readonly string[]): Promise<void> {
  const { values, fail } = readCommandLine(COMMAND, args);
  const { organizations: counts } = values;
  if (counts !== undefined)
    return withBenchEnvironment((bench) =>
      measureAtRest(bench, counts.split(',').map(Number), values.short ? 5 : REST_SECONDS),
    );
  if (!existsSync(BUILD)) fail('Build the server first: npm run server:build');
  const [rounds, seconds] = values.short ? [1, 1] : [Number(values.rounds), Number(values.seconds)];
  await withBenchEnvironment(async (bench) => {
    const organization = await prepare(bench);
    const figures = WAYS.map(() => [] as Figures[]);
    for (let round = 0; round < rounds; round += 1)
      for (const [n, way] of WAYS.entries())
        figures[n]?.push(await measure(bench, way, organization, seconds));
    table(
      [
        'way to start',
        'processor s until it answers',
        'MB at rest',
        'of them its own',
        'µs a send at full rate',
        'MB after',
      ],
      WAYS.map(({ name }, n) => {
        const of = (one: (figure: Figures) => number, digits = 0): string =>
          spread((figures[n] ?? []).map(one), digits);
        return [
          name,
          of(({ startSeconds }) => startSeconds, 2),
          of(({ resident }) => resident / 1_024),
          of(({ own }) => own / 1_024),
          of(({ sendMicroseconds }) => sendMicroseconds),
          of(({ residentAfter }) => residentAfter / 1_024),
        ];
      }),
    );
  });
}

async function prepare({ environment, world }: BenchEnvironment): Promise<Organization> {
  const server = await startServerProcess(environment, await freePort());
  try {
    return await makeOrganization(world, server.url, { subdomain: 'idle', members: 50, channels: 20 });
  } finally {
    await server.terminate();
  }
}

/** A node at rest returns memory after ten or twenty seconds. */
const SETTLE_MS = 35_000;

async function measure(
  { environment, postgres }: BenchEnvironment,
  { main, environment: added }: Way,
  organization: Organization,
  seconds: number,
): Promise<Figures> {
  const place = { address: '127.0.0.1', enter: [], main };
  const port = await freePort();
  const server = await startServerProcess({ ...environment, ...added }, port, place);
  try {
    const startSeconds = await secondsOf(server.pid);
    await pause(SETTLE_MS);
    const [resident, own] = await Promise.all([residentKilobytes(server.pid), privateKilobytes(server.pid)]);
    const load = await startLoad(port, sendRequests([organization], 64));
    try {
      await load.run({ seconds: seconds * 2, turns: 1 });
      const meter = costMeter({ server: server.pid, postgres: postgres.pid(), load: load.pid });
      const start = await meter();
      const { answered } = await load.run({ seconds });
      const { server: sendMicroseconds } = start.until(await meter(), answered);
      return {
        startSeconds,
        resident,
        own,
        sendMicroseconds,
        residentAfter: await residentKilobytes(server.pid),
      };
    } finally {
      load.close();
    }
  } finally {
    await server.terminate();
  }
}
