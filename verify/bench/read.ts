import { updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { INDEXER_LOCK } from '@parley/server/chat/messages/search/indexing/run-index.ts';
import type { Client } from 'pg';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { callsOf, timeOf, type Call, type Time } from './read/calls.ts';
import { fill, prepareFilling } from './read/fill.ts';
import { indexAll } from './search/index-all.ts';
import { say, table } from './support/figures.ts';
import { connectTo } from './support/fill.ts';
import { withBenchEnvironment } from './support/bench-environment.ts';
import { makeOrganization, type Organization } from './support/organization.ts';
import { secondsOf, secondsOfFamily } from './support/processor-time.ts';
import { writtenBytes } from './support/written-bytes.ts';

const CHANNELS = 200;
const SUBSCRIBED = 50;
/** Unread messages in each channel; some thousands in total. */
const UNREAD = 60;
/** Max bytes written to mark one message as read, in a channel of any size. */
const MAX_WRITTEN_BYTES = 40_000;

type Tools = { readonly client: Client; readonly processorSeconds: () => Promise<number> };
type Results = Map<string, { readonly goal: number; readonly outcome: Time | string }>;

const COMMAND = {
  name: 'npm run bench -- read',
  summary: 'Measures how long a page of messages takes, by the number of messages in the organization.',
  options: {
    short: { type: 'boolean', default: false, help: 'a quick run, to see that the benchmark works' },
    sizes: {
      type: 'string',
      value: 'numbers',
      default: '10000,1000000,5000000',
      help: 'messages in the organization',
    },
    calls: { type: 'string', value: 'number', default: '40', help: 'requests of each kind' },
  },
  example: 'npm run bench -- read --sizes 10000,1000000',
} as const;

export async function benchRead(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const sizes = (values.short ? '2000,10000' : values.sizes).split(',').map(Number);
  const count = values.short ? 5 : Number(values.calls);
  await withBenchEnvironment(async ({ environment, world, postgres }) => {
    const server = await startServerProcess(environment, await freePort());
    const client = await connectTo(environment['PARLEY_DATABASE_URL'] ?? '');
    try {
      await prepareFilling(client);
      // The index is built without the server's own job, which rests as long as it works.
      await client.query('select pg_advisory_lock($1)', [INDEXER_LOCK]);
      const organization = await makeOrganization(world, server.url, {
        subdomain: '',
        members: 2,
        channels: CHANNELS,
      });
      await keepSome(client, organization);
      const columns: Results[] = [];
      const processorSeconds = async (): Promise<number> =>
        (await secondsOf(server.pid)) + (await secondsOfFamily(postgres.pid()));
      let filled = 0;
      for (const size of sizes) {
        const start = performance.now();
        await fill(client, organization.realmId, size - filled);
        await indexAll(environment['PARLEY_DATABASE_URL'] ?? '', world, organization.realmId);
        await client.query('vacuum analyze search_segment, search_page');
        filled = size;
        say(`${size} messages, filled and indexed in ${((performance.now() - start) / 1_000).toFixed(0)} s`);
        columns.push(await measure({ client, processorSeconds }, organization, count));
      }
      report(sizes, columns);
    } finally {
      await client.end();
      await server.terminate();
    }
  });
}

/** Keeps the reader subscribed to every fourth channel, large and small. */
async function keepSome(client: Client, { realmId, members, channels }: Organization): Promise<void> {
  const gone = channels.filter((_, n) => n % (CHANNELS / SUBSCRIBED) > 0).map(({ id }) => id);
  await client.query(
    'delete from subscription where realm_id = $1 and user_id = $2 and channel_id = any($3::bigint[])',
    [realmId, members[1]?.id, gone],
  );
}

async function measure(
  { client, processorSeconds }: Tools,
  { realmId, members, channels }: Organization,
  count: number,
): Promise<Results> {
  const reader = members[1];
  const results: Results = new Map();
  if (reader === undefined) return results;
  await client.query('select bench_read($1, $2, $3)', [realmId, reader.id, UNREAD]);
  const own = channels.filter((_, n) => n % (CHANNELS / SUBSCRIBED) === 0);
  const calls = callsOf(
    reader.connection,
    own.map(({ id }) => id),
  );
  for (const call of [...calls, await markingOne(client, realmId, reader, own[0]?.conversationId ?? 0)]) {
    const outcome = await timeOf(call, count, processorSeconds).catch((error: unknown) => String(error));
    results.set(call.name, { goal: call.goal, outcome });
    if (typeof outcome === 'string') process.exitCode = 1;
    const shown = typeof outcome === 'string' ? outcome : `${outcome.waited.toFixed(1)} ms`;
    say(`  ${call.name}: ${shown}`);
  }
  return results;
}

/** Measures marking one message as read in the largest channel, with every second message unread. */
async function markingOne(
  client: Client,
  realmId: number,
  reader: Organization['members'][number],
  home: number,
): Promise<Call> {
  await client.query('select bench_read_half($1, $2, $3)', [realmId, reader.id, home]);
  const { rows } = await client.query<{ id: string }>(
    `select id from message where realm_id = $1 and home_id = $2 and ordinal % 2 = 1
     order by hashint8(id) limit 1000`,
    [realmId, home],
  );
  return {
    name: 'mark one of the largest channel read',
    goal: 2,
    run: async (n) => {
      const before = await writtenBytes(client);
      await reader.connection.call(updateMessageFlags, {
        flag: 'read',
        op: 'add',
        messages: [Number(rows[n]?.id)],
      });
      const written = (await writtenBytes(client)) - before;
      // Covers a block of bits, the read state, an event, and full-page writes after a checkpoint.
      if (written > MAX_WRITTEN_BYTES) say(`  marking one wrote ${written} bytes`);
    },
  };
}

function report(sizes: readonly number[], columns: readonly Results[]): void {
  for (const [title, of] of [
    ['milliseconds that the caller waits', (time: Time) => time.waited],
    ['milliseconds of processors', (time: Time) => time.worked],
  ] as const)
    table(
      [title, ...sizes.map((size) => `${size.toLocaleString('en')} messages`), 'largest : smallest', 'goal'],
      Array.from(columns[0] ?? [], ([name, { goal }]) => {
        const cells = columns.map((column) => column.get(name)?.outcome ?? 'missing');
        const numbers = cells.map((cell) => (typeof cell === 'string' ? Number.NaN : of(cell)));
        const ratio = (numbers.at(-1) ?? 0) / (numbers[0] ?? 1);
        return [
          name,
          ...cells.map((cell) => (typeof cell === 'string' ? cell : of(cell).toFixed(1))),
          ratio.toFixed(2),
          String(goal),
        ];
      }),
    );
}
