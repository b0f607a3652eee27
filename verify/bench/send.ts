import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { compareSends } from './send/beside.ts';
import { prepareBare, type Bare } from './send/bare.ts';
import { CALM, report, type BareRate, type Round } from './send/report.ts';
import { sendRequests } from './send/requests.ts';
import { makeWalFiles, WAL_SETTINGS } from './send/wal-files.ts';
import { say } from './support/figures.ts';
import { withBenchEnvironment } from './support/bench-environment.ts';
import { startLoad, type Load } from './support/load.ts';
import { makeOrganization, type Organization } from './support/organization.ts';
import { costMeter } from './support/costs.ts';

const CLIENTS = [1, 2, 8];

type Case = { readonly name: string; readonly organizations: readonly Organization[]; readonly load: Load };

const COMMAND = {
  name: 'npm run bench -- send',
  summary: 'Measures messages per second through HTTP, beside the bare INSERT on the same PostgreSQL.',
  options: {
    short: { type: 'boolean', default: false, help: 'a quick run, to see that the benchmark works' },
    rounds: { type: 'string', value: 'number', default: '5', help: 'measured rounds' },
    seconds: { type: 'string', value: 'number', default: '6', help: 'duration of a round' },
    connections: { type: 'string', value: 'number', default: '128', help: 'concurrent HTTP connections' },
    organizations: {
      type: 'string',
      value: 'numbers',
      default: '1,100',
      help: 'organizations that share the load',
    },
    bare: {
      type: 'boolean',
      default: true,
      help: 'also measure the bare statement; --no-bare leaves it out',
    },
    beside: {
      type: 'string',
      value: 'directory',
      help: 'another checkout, with its modules installed, of any release; only the two are compared',
    },
  },
  example: 'npm run bench -- send --organizations 1 --rounds 3',
} as const;

export async function benchSend(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const options = {
    rounds: values.short ? 1 : Number(values.rounds),
    seconds: values.short ? 1 : Number(values.seconds),
    connections: values.short ? 16 : Number(values.connections),
    counts: values.organizations
      .split(',')
      .map((count) => (values.short ? Math.min(Number(count), 5) : Number(count))),
  };
  if (values.beside !== undefined) return compareSends({ ...options, checkout: values.beside });
  await withBenchEnvironment(async ({ environment, world, postgres }) => {
    if (!values.short) await makeWalFiles(postgres.url);
    const server = await startServerProcess(environment, await freePort());
    const port = Number(new URL(server.url).port);
    const bare = values.bare ? await prepareBare(postgres.url) : undefined;
    try {
      for (const count of options.counts) {
        const organizations: Organization[] = [];
        for (let n = 1; n <= count; n += 1)
          organizations.push(
            await makeOrganization(world, server.url, {
              subdomain: `of-${count}-${n}`,
              members: count === 1 ? 50 : 4,
              channels: count === 1 ? 20 : 5,
            }),
          );
        const load = await startLoad(port, sendRequests(organizations, Math.max(options.connections, count)));
        const meter = costMeter({ server: server.pid, postgres: postgres.pid(), load: load.pid });
        try {
          await measure({ name: nameOf(count), organizations, load }, options, bare, meter);
        } finally {
          load.close();
        }
      }
    } finally {
      await bare?.remove();
      await server.terminate();
    }
  }, WAL_SETTINGS);
}

function nameOf(count: number): string {
  return count === 1 ? 'one organization' : `${count} organizations`;
}

async function measure(
  { name, organizations, load }: Case,
  options: { rounds: number; seconds: number },
  bare: Bare | undefined,
  meter: ReturnType<typeof costMeter>,
): Promise<void> {
  const { seconds } = options;
  // Warm-up: hot code is compiled, and every member has written to every channel.
  await load.run({ seconds: seconds * 2, turns: 1 });
  const rounds: Round[] = [];
  for (let n = 0; n < options.rounds; n += 1) {
    const bareRates: BareRate[] = [];
    for (const clients of bare === undefined ? [] : CLIENTS) {
      const start = await meter();
      const rate = (await bare?.rate({ organizations: organizations.length, clients, seconds })) ?? 0;
      bareRates.push({ clients, rate, cost: start.until(await meter(), rate * seconds).postgres });
    }
    const start = await meter();
    const full = await load.run({ seconds });
    const costs = start.until(await meter(), full.answered);
    if (full.problem !== undefined) say(`${full.failed} sends were refused, the first with ${full.problem}`);
    if (full.answered === 0) process.exitCode = 1;
    const rate = full.answered / full.seconds;
    const calm = await load.run({ seconds, rate: rate * CALM });
    rounds.push({ rate, costs, bare: bareRates, p50: calm.p50, p99: calm.p99 });
  }
  report(name, rounds);
}
