import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { startOwnPostgres, type OwnPostgres } from '@parley/test-support/own-postgres.ts';
import { say, table } from '../bench/support/figures.ts';
import { secondsOfFamily } from '../bench/support/processor-time.ts';
import { writers, type Measured } from './archives.ts';
import { bringBystanders } from './bystanders.ts';
import { importWith } from './importing.ts';
import { readBack } from './read-back.ts';
import { talkOf, type Talk } from './talk.ts';

const { values, fail } = readCommandLine({
  name: 'npm run portability',
  summary:
    'Imports large archives of other chats, made after their documented formats: rates and memory, what clients read back, an import that is killed and continued, a second run, and people who talk meanwhile.',
  options: {
    only: { type: 'string', value: 'source', help: 'zulip, slack, mattermost or discord' },
    messages: { type: 'string', value: 'number', help: 'messages of each archive' },
    short: { type: 'boolean', default: false, help: '3,000 messages each; judges no time' },
  },
  example: 'npm run portability -- --only slack --messages 20000',
});

const SIZES: Readonly<Record<Measured, number>> = {
  zulip: 200_000,
  slack: 100_000,
  mattermost: 100_000,
  discord: 50_000,
};
const SHORT = 3_000;
/** The goals; a short run judges neither. */
const MIN_RATE = 5_000;
const MAX_RATIO = 2;
const ALONE_MS = 4_000;

const sources = (Object.keys(SIZES) as Measured[]).filter((one) => one === (values.only ?? one));
if (sources.length === 0) fail(`There is no archive of "${values.only}".`);

/** A short run takes the PostgreSQL for tests, whose processor time is not its own. */
const postgres: OwnPostgres | undefined = values.short ? undefined : await startOwnPostgres();
const startServer = (): Promise<TestServer> => startTestServer((config) => config, postgres?.url);
const postgresSeconds = async (): Promise<number> =>
  postgres === undefined ? 0 : secondsOfFamily(postgres.pid());

let wrong = 0;

function expect(isRight: boolean, what: string): void {
  if (isRight) return;
  wrong += 1;
  say(`WRONG: ${what}`);
}

async function countMessages({ server, realmId }: TestServer): Promise<number> {
  const row = await server.world.pool.first(sql<{ count: number }>`
    select count(*)::int as count from imported where realm_id = ${realmId} and kind = 'message'`);
  return row?.count ?? 0;
}

/** Takes the archive once and again, alone. */
async function importAlone(source: Measured, file: string, talk: Talk, messages: number): Promise<string[]> {
  const server = await startServer();
  try {
    const owner = await server.user({ role: 100 });
    const before = await postgresSeconds();
    const figures = await importWith(server, source, file);
    const stored = (await postgresSeconds()) - before;
    if (figures === undefined) throw new Error('The import was killed.');
    expect(
      figures.taken['messages'] === messages,
      `${source}: ${figures.taken['messages']} of ${messages} messages`,
    );
    for (const problem of await readBack(owner, talk, [0, 7, 39])) expect(false, `${source}: ${problem}`);
    const again = await importWith(server, source, file);
    expect(again?.taken['messages'] === undefined, `${source}: a second run wrote messages`);
    expect(
      (await countMessages(server)) === messages,
      `${source}: a second run changed the number of messages`,
    );
    const rate = messages / figures.seconds;
    if (!values.short) expect(rate >= MIN_RATE, `${source}: ${Math.round(rate)} messages a second`);
    return [
      String(Math.round(rate)),
      figures.seconds.toFixed(1),
      figures.processorSeconds.toFixed(1),
      stored.toFixed(1),
      figures.megabytes.toFixed(0),
    ];
  } finally {
    await server.stop();
  }
}

/** Takes the archive beside people who talk; it is killed in the middle and continued. */
async function importBesidePeople(source: Measured, file: string, messages: number): Promise<string[]> {
  const server = await startServer();
  const people = await bringBystanders(server);
  try {
    await pause(ALONE_MS / 4);
    people.takeLatencies();
    await pause(values.short ? ALONE_MS / 4 : ALONE_MS);
    const alone = people.takeLatencies();
    const isHalf = async (): Promise<boolean> => (await countMessages(server)) > 0.4 * messages;
    const killed = await importWith(server, source, file, isHalf);
    expect(killed === undefined, `${source}: the import ended before it was killed`);
    const before = await countMessages(server);
    for (const difference of await people.compare()) expect(false, `${source}, killed: ${difference}`);
    const figures = await importWith(server, source, file);
    const during = people.takeLatencies();
    expect((await countMessages(server)) === messages, `${source}: messages after the continuation`);
    expect(
      (figures?.taken['messages'] ?? 0) === messages - before,
      `${source}: the continuation wrote others`,
    );
    for (const difference of await people.compare()) expect(false, `${source}, complete: ${difference}`);
    const ratio = during.p99 / alone.p99;
    if (!values.short)
      expect(ratio <= MAX_RATIO, `${source}: p99 of people ${ratio.toFixed(1)} times as long`);
    return [alone.p99, during.p99].map((p99) => p99.toFixed(0)).concat(ratio.toFixed(1));
  } finally {
    await people.stop();
    await server.stop();
  }
}

async function measure(source: Measured): Promise<string[]> {
  const messages = Number(values.messages ?? (values.short ? SHORT : SIZES[source]));
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-portability-'));
  try {
    const talk = talkOf(messages);
    const file = await writers[source](talk, directory);
    say(`${source}: ${messages} messages written`);
    const alone = await importAlone(source, file, talk, messages);
    say(`  ${alone.join(', ')}`);
    return [source, String(messages), ...alone, ...(await importBesidePeople(source, file, messages))];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const rows: string[][] = [];
try {
  for (const source of sources) rows.push(await measure(source));
} finally {
  await postgres?.remove();
}
table(
  [
    'archive',
    'messages',
    'a second',
    's',
    'processor s',
    'PostgreSQL s',
    'MB',
    'p99 alone ms',
    'during',
    'ratio',
  ],
  rows,
);
say(`portability: ${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
