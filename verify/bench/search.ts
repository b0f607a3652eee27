import type { Searcher } from '@parley/server/chat/messages/narrow/resolve.ts';
import { q, readerOn, type Reader } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import type { Client } from 'pg';
import { fillBoth, VECTOR_TABLE } from './search/fill.ts';
import { reportBesideJob } from './search/beside-job.ts';
import { indexAll } from './search/index-all.ts';
import { meterOf, type Used } from './search/meter.ts';
import { SEARCHES, searchNow, searchVectors } from './search/searches.ts';
import { median, quantile, say, table } from './support/figures.ts';
import { withBenchEnvironment } from './support/bench-environment.ts';
import { connectTo } from './support/fill.ts';
import { makeOrganization, type Organization } from './support/organization.ts';

const CHANNELS = 200;
/** Every seventh channel: the reader is subscribed to 29 of 200. */
const CHANNELS_PER_SUBSCRIPTION = 7;

const COMMAND = {
  name: 'npm run bench -- search',
  summary:
    'Measures the search index beside the full-text search of PostgreSQL, on the same messages in one run.',
  options: {
    short: { type: 'boolean', default: false, help: 'a quick run, to see that the benchmark works' },
    messages: { type: 'string', value: 'number', default: '100000', help: 'messages in the organization' },
    repeats: { type: 'string', value: 'number', default: '31', help: 'runs of each search' },
  },
  example: 'npm run bench -- search --messages 500000',
} as const;

export async function benchSearch(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const count = values.short ? 4_000 : Number(values.messages);
  const repeats = values.short ? 3 : Number(values.repeats);
  await withBenchEnvironment(async ({ environment, world }) => {
    const url = environment['PARLEY_DATABASE_URL'] ?? '';
    const port = await freePort();
    const organization = await prepare(environment, world, port);
    const client = await connectTo(url);
    try {
      await leaveMost(client, organization);
      await client.query(VECTOR_TABLE);
      const measure = await meterOf(client);
      const filled = await fillBoth(client, measure, organization, count);
      say(`${count} messages inserted`);
      const indexed = await indexAll(url, world, organization.realmId);
      await client.query('vacuum analyze');
      await reportWrites(client, filled, indexed, count);
      await reportSearches(client, world, organization, repeats);
      const server = await startServerProcess(environment, port);
      try {
        await reportBesideJob(client, organization, values.short ? 1 : 3, values.short ? 1_000 : 15_000);
      } finally {
        await server.terminate();
      }
    } finally {
      await client.end();
    }
  });
}

/** The server is gone before messages are filled in, so that its job does not index them; it returns on the same port. */
async function prepare(
  environment: Readonly<Record<string, string>>,
  world: World,
  port: number,
): Promise<Organization> {
  const server = await startServerProcess(environment, port);
  try {
    return await makeOrganization(world, server.url, { subdomain: '', members: 2, channels: CHANNELS });
  } finally {
    await server.terminate();
  }
}

async function leaveMost(client: Client, { realmId, members, channels }: Organization): Promise<void> {
  const left = channels.filter((_, n) => n % CHANNELS_PER_SUBSCRIPTION > 0).map(({ id }) => id);
  await client.query(
    'delete from subscription where realm_id = $1 and user_id = $2 and channel_id = any($3::bigint[])',
    [realmId, members[1]?.id, left],
  );
}

async function reportWrites(
  client: Client,
  { vectors, plain }: { readonly vectors: Used; readonly plain: Used },
  indexed: Used,
  count: number,
): Promise<void> {
  const before = await bytesOnDisk(client);
  await client.query('vacuum full search_page');
  const packed = await bytesOnDisk(client);
  const line = (name: string, was: number, now: number): string[] => [
    name,
    (was / count).toFixed(1),
    (now / count).toFixed(1),
    (now / was).toFixed(2),
  ];
  table(
    ['for each message', 'full-text search', 'index', 'ratio'],
    [
      line('PostgreSQL, insert, µs', vectors.postgres, plain.postgres),
      line('WAL of the insert, bytes', vectors.wal, plain.wal),
      line(
        'PostgreSQL for search (part of the insert, or the job), µs',
        vectors.postgres - plain.postgres,
        indexed.postgres,
      ),
      line('WAL for search, bytes', vectors.wal - plain.wal, indexed.wal),
      line('bytes on disk for search', before.vectors, before.pages),
      line('the same after VACUUM FULL of the pages', packed.vectors, packed.pages),
    ],
  );
  say(`\nThe job: ${(indexed.node / count).toFixed(1)} µs of Node.js for each message.`);
}

async function bytesOnDisk(client: Client): Promise<{ readonly vectors: number; readonly pages: number }> {
  const { rows } = await client.query<{ vectors: string; words: string; pages: string }>(
    `select (select sum(pg_column_size(search)) from vector_message) as vectors,
       pg_relation_size('vector_message_search') as words,
       pg_table_size('search_page') + pg_indexes_size('search_page') as pages`,
  );
  return { vectors: Number(rows[0]?.vectors) + Number(rows[0]?.words), pages: Number(rows[0]?.pages) };
}

async function reportSearches(
  client: Client,
  world: World,
  { realmId, members }: Organization,
  repeats: number,
): Promise<void> {
  const reader = readerOn(client);
  const searcher = await searcherOf(reader, world, realmId, members[1]?.id ?? 0);
  const measure = await meterOf(client);
  await client.query(`set jit = off; set join_collapse_limit = 1`);
  const rows: string[][] = [];
  const times: string[][] = [];
  for (const [name, search] of Object.entries(SEARCHES)) {
    const found = { before: 0, now: 0 };
    const used = { before: [] as Used[], now: [] as Used[] };
    for (let n = -2; n < repeats; n += 1) {
      const before = await measure(async () => {
        found.before = (await searchVectors(reader, searcher, search)).length;
      });
      const now = await measure(async () => {
        found.now = (await searchNow(reader, searcher, search)).length;
      });
      if (n >= 0) {
        used.before.push(before);
        used.now.push(now);
      }
    }
    rows.push([
      name,
      ...cellsOf(used.before, found.before),
      ...cellsOf(used.now, found.now),
      ...ratiosOf(used),
    ]);
    times.push([name, ...timesOf(used.before), ...timesOf(used.now)]);
  }
  table(
    [
      'a page of 50, µs',
      'full-text search: PostgreSQL',
      'Node.js',
      'found',
      'index: PostgreSQL',
      'Node.js',
      'found',
      'in all',
      'PostgreSQL',
    ],
    rows,
  );
  table(['a page of 50, ms', 'full-text search: p50', 'p99', 'index: p50', 'p99'], times);
}

function timesOf(used: readonly Used[]): string[] {
  const times = used.map(({ milliseconds }) => milliseconds);
  return [median(times).toFixed(1), quantile(times, 0.99).toFixed(1)];
}

function cellsOf(used: readonly Used[], found: number): string[] {
  return [
    median(used.map(({ postgres }) => postgres)).toFixed(0),
    median(used.map(({ node }) => node)).toFixed(0),
    String(found),
  ];
}

function ratiosOf({ before, now }: { before: readonly Used[]; now: readonly Used[] }): string[] {
  const total = (used: readonly Used[]): number => median(used.map(({ postgres, node }) => postgres + node));
  const inPostgres = (used: readonly Used[]): number => median(used.map(({ postgres }) => postgres));
  return [(total(now) / total(before)).toFixed(2), (inPostgres(now) / inPostgres(before)).toFixed(2)];
}

async function searcherOf(reader: Reader, world: World, realmId: number, userId: number): Promise<Searcher> {
  const realm = await reader.first(q.selectFrom('realm').selectAll().where('id', '=', realmId));
  const user = await reader.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', realmId).where('id', '=', userId),
  );
  if (realm === undefined || user === undefined) throw new Error('The organization was not made.');
  return { realm, user, world };
}
