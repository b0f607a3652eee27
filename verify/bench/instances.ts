import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { untilRead } from '@parley/test-support/until-read.ts';
import { startBalancer } from '../cluster/balancer.ts';
import { startCluster, type Cluster } from '../cluster/cluster.ts';
import { figuresOf } from '../cluster/figures.ts';
import { CALM } from './send/report.ts';
import { sendRequests } from './send/requests.ts';
import { makeWalFiles, WAL_SETTINGS } from './send/wal-files.ts';
import { say, spread, table } from './support/figures.ts';
import { startLoad, type Load } from './support/load.ts';
import { makeOrganization, type Organization } from './support/organization.ts';
import { secondsOf, secondsOfFamily } from './support/processor-time.ts';

const COMMAND = {
  name: 'npm run bench -- instances',
  summary: 'Measures sends through HAProxy to one instance and to several, on the same PostgreSQL in turns.',
  options: {
    short: { type: 'boolean', default: false, help: 'a quick run, to see that the benchmark works' },
    instances: { type: 'string', value: 'number', default: '2', help: 'instances beside a single one' },
    rounds: { type: 'string', value: 'number', default: '5', help: 'measured rounds' },
    seconds: { type: 'string', value: 'number', default: '6', help: 'duration of a round' },
    connections: { type: 'string', value: 'number', default: '128', help: 'concurrent HTTP connections' },
    organizations: { type: 'string', value: 'number', default: '100', help: 'organizations that send' },
  },
  example: 'npm run bench -- instances --instances 4',
} as const;

/** The sends of one round. Processor time is in microseconds a message. */
type Round = {
  readonly rate: number;
  readonly server: number;
  readonly postgres: number;
  readonly perCommit: number;
  readonly p99: number;
};

export async function benchInstances(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const [rounds, seconds] = values.short ? [1, 1] : [Number(values.rounds), Number(values.seconds)];
  const instances = Number(values.instances);
  const cluster = await startCluster({ nodes: instances, postgres: { settings: WAL_SETTINGS } });
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-instances-'));
  const port = await freePort();
  const single = await startBalancer(directory, port, cluster.nodes.slice(0, 1), 'parley.test');
  try {
    if (!values.short) await makeWalFiles(cluster.postgres.url);
    const organizations = await makeOrganizations(cluster, values.short ? 5 : Number(values.organizations));
    const requests = sendRequests(organizations, Math.max(Number(values.connections), organizations.length));
    const loads = [
      await warm(port, requests, seconds),
      await warm(Number(new URL(cluster.url).port), requests, seconds),
    ];
    const measured: [Round[], Round[]] = [[], []];
    for (let n = 0; n < rounds; n += 1)
      for (const [side, load] of loads.entries()) measured[side]?.push(await measure(cluster, load, seconds));
    for (const load of loads) load.close();
    say(`${organizations.length} organizations, ${rounds} rounds in turns: median (smallest–largest)`);
    report(measured, instances);
  } finally {
    await single.end('SIGKILL');
    await cluster.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function makeOrganizations(cluster: Cluster, count: number): Promise<Organization[]> {
  const organizations: Organization[] = [];
  for (let n = 1; n <= count; n += 1)
    organizations.push(
      await makeOrganization(cluster.environment.world, cluster.nodes[0]?.process.url ?? '', {
        subdomain: `team-${n}`,
        members: 4,
        channels: 5,
      }),
    );
  return organizations;
}

/** Hot code is compiled, and every member has written to every channel. */
async function warm(port: number, requests: readonly (readonly string[])[], seconds: number): Promise<Load> {
  const load = await startLoad(port, requests);
  await load.run({ seconds, turns: 1 });
  return load;
}

async function measure(cluster: Cluster, load: Load, seconds: number): Promise<Round> {
  const before = await costsOf(cluster);
  const full = await load.run({ seconds });
  await untilRead(cluster.environment.world.pool);
  const after = await costsOf(cluster);
  if (full.problem !== undefined) say(`${full.failed} sends were refused, the first with ${full.problem}`);
  const rate = full.answered / full.seconds;
  const calm = await load.run({ seconds, rate: rate * CALM });
  await untilRead(cluster.environment.world.pool);
  return {
    rate,
    server: ((after.server - before.server) * 1e6) / full.answered,
    postgres: ((after.postgres - before.postgres) * 1e6) / full.answered,
    perCommit: full.answered / (after.commits - before.commits),
    p99: calm.p99,
  };
}

type Costs = { readonly server: number; readonly postgres: number; readonly commits: number };

async function costsOf({ nodes, postgres }: Cluster): Promise<Costs> {
  const [figures, seconds, ofPostgres] = await Promise.all([
    Promise.all(nodes.map(figuresOf)),
    Promise.all(nodes.map(({ process: node }) => secondsOf(node.pid))),
    secondsOfFamily(postgres.pid()),
  ]);
  return {
    server: seconds.reduce((sum, one) => sum + one),
    postgres: ofPostgres,
    commits: figures.reduce((sum, one) => sum + one.sum('parley_messages_per_commit_count'), 0),
  };
}

function report([one, several]: readonly [readonly Round[], readonly Round[]], instances: number): void {
  const line = (name: string, figure: (round: Round) => number, digits = 0): string[] => [
    name,
    spread(one.map(figure), digits),
    spread(several.map(figure), digits),
    spread(
      several.map((round, n) => figure(round) / figure(one[n] ?? round)),
      2,
    ),
  ];
  table(
    ['', 'one instance', `${instances} instances`, 'ratio'],
    [
      line('messages a second', ({ rate }) => rate),
      line('messages a commit', ({ perCommit }) => perCommit, 1),
      line('processor µs a message: PostgreSQL', ({ postgres }) => postgres),
      line('processor µs a message: server', ({ server }) => server),
      line(`at ${CALM * 100} % of the rate: p99, ms`, ({ p99 }) => p99, 1),
    ],
  );
}
