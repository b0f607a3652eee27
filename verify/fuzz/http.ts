import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { createSavedSnippet } from '@parley/contract/endpoints/saved-snippets.ts';
import { createConnection } from '../../packages/client/src/connection.ts';
import { createBot } from '@parley/server/organization/bots/create.ts';
import type { DisposableWorld } from '@parley/server/app/build-world.ts';
import { readConfig } from '@parley/server/engine/config.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import type { UserRow } from '@parley/server/http/actor.ts';
import { realmOf } from '@parley/server/organization/users/queries.ts';
import { startServer, type RunningServer } from '@parley/server/app/start.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { seeded, type Seeded } from '@parley/test-support/seeded.ts';
import { layGround } from '@parley/test-support/process/ground.ts';
import { exchange, isSame, type Exchange } from './exchange.ts';
import { rawCase, type Piece, type Sender } from './raw-cases.ts';

/** Concurrent senders, each with its own account, so that rate limits do not depend on the others. */
const SENDERS = 12;
const QUEUES = 6;

/** Milliseconds to wait for a response; the longer ones confirm a difference on a busy machine. */
const PATIENCE = [400, 1_500, 5_000];

const COMMAND = {
  name: 'npm run fuzz -- http',
  summary:
    'Sends the same raw bytes to a server that reads and serves polls apart and to one that treats them like all requests, and compares responses and rate-limit counts.',
  options: {
    cases: { type: 'string', value: 'number', default: '20000', help: 'connections to try' },
    seed: { type: 'string', value: 'number', help: 'seed that repeats a run (default: random)' },
  },
  example: 'npm run fuzz -- http --cases 1000',
} as const;

export async function fuzzHttp(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const cases = Number(values.cases);
  const seed = Number(values.seed ?? Math.floor(performance.timeOrigin) % 1_000_000);
  process.stdout.write(
    `fuzz http: seed ${seed}, ${cases} cases (repeat with --seed ${seed} --cases ${cases})\n`,
  );
  const ground = await layGround();
  const environment = {
    ...ground.environment,
    PARLEY_PORT: '0',
    PARLEY_RATE_LIMITS: 'true',
    PARLEY_TRUSTED_PROXIES: '127.0.0.0/8',
  };
  // A separate server prepares the data, so that the counters of the compared servers are zero.
  const earlier = await startServer(readConfig(environment));
  const senders = await populate(ground.world, earlier);
  await earlier.stop();
  const both = [
    await startServer(readConfig(environment)),
    await startServer(readConfig(environment), { hasFastPolls: false }),
  ] as const;
  // Polls return at once from here on.
  for (const { world } of both) world.hub.drain();

  const failures: string[] = [];
  let left = cases;
  /** Requests on connections that were closed early, which may or may not be counted. */
  let uncertain = 0;
  const work = async (sender: Sender, random: Seeded): Promise<void> => {
    while (left > 0 && failures.length < 5) {
      left -= 1;
      const pieces = rawCase(random, sender);
      const difference = await differenceBetween(both, addressOf(left), pieces, () => {
        uncertain += requestsIn(pieces);
      });
      if (difference !== undefined) failures.push(describe(pieces, difference));
    }
  };
  await Promise.all(senders.map((sender, n) => work(sender, seeded(seed + n * 1_000_003))));
  const [counts, plainly] = [await countsOf(both[0].world), await countsOf(both[1].world)];
  if (apart(counts, plainly) > uncertain)
    failures.push(`they counted\n${shown(counts)}\nand\n${shown(plainly)}\n(${uncertain} uncertain)`);
  for (const server of both) await server.stop();
  await ground.clear();

  for (const failure of failures) process.stdout.write(`\n✗ ${failure}\n`);
  process.stdout.write(
    `fuzz http: seed ${seed}: ${cases - left} cases, ${failures.length} failures, ${uncertain} requests uncertain\n`,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
}

type Both = readonly [RunningServer, RunningServer];
type Difference = readonly [Exchange, Exchange];

/** A loopback address of its own for each case, because refused requests are limited by address. */
function addressOf(n: number): string {
  return `127.${1 + ((n >> 16) % 250)}.${(n >> 8) % 256}.${n % 256}`;
}

/** The responses of both servers, if they differ after every timeout. */
async function differenceBetween(
  both: Both,
  address: string,
  pieces: readonly Piece[],
  giveUp: () => void,
): Promise<Difference | undefined> {
  let found: Difference | undefined;
  for (const quiet of PATIENCE) {
    found = await Promise.all([
      exchange(both[0].url, address, pieces, quiet),
      exchange(both[1].url, address, pieces, quiet),
    ]);
    if (found[0].answers !== found[1].answers) giveUp();
    if (isSame(...found, pieces)) return undefined;
  }
  return found;
}

function requestsIn(pieces: readonly Piece[]): number {
  return (
    pieces
      .map(({ text }) => text)
      .join('')
      .split('HTTP/1').length - 1
  );
}

function describe(pieces: readonly Piece[], [first, second]: Difference): string {
  const sent = pieces.map(({ text }) => `    ${JSON.stringify(text).slice(0, 1_500)}`);
  return `sent\n${sent.join('\n')}\n  was answered\n${indented(first)}\n  and by the server without it\n${indented(second)}`;
}

function indented({ answers, end }: Exchange): string {
  return `${answers.replaceAll('\r', '').slice(0, 3_000)}\n(${end})`.replaceAll(/^/gm, '    ');
}

/** Request counts of the metrics. A poll whose connection broke may or may not have been refused. */
async function countsOf({ metrics }: DisposableWorld): Promise<Counts> {
  const counts = new Map<string, number>();
  const lines = (await metrics.text()).matchAll(/^parley_requests_total(\{.*\}) (\d+)$/gm);
  for (const [, labels = '', count] of lines) {
    const name = labels.replace(/(?<="get-events",status=)"[24]xx"/, '"2xx or 4xx"');
    counts.set(name, (counts.get(name) ?? 0) + Number(count));
  }
  return counts;
}

type Counts = ReadonlyMap<string, number>;

function apart(one: Counts, other: Counts): number {
  return [...new Set([...one.keys(), ...other.keys()])]
    .map((name) => Math.abs((one.get(name) ?? 0) - (other.get(name) ?? 0)))
    .reduce((sum, difference) => sum + difference, 0);
}

function shown(counts: Counts): string {
  return Array.from(counts, ([name, count]) => `${name} ${count}`)
    .toSorted()
    .join('\n');
}

/** Users of one organization, each with non-empty queues and the keys of other users. */
async function populate(world: DisposableWorld, { url }: RunningServer): Promise<Sender[]> {
  const home = await createRealm(world.pool, { subdomain: '', name: 'Root' });
  const away = await createRealm(world.pool, { subdomain: 'other', name: 'Other' });
  const senders: Sender[] = [];
  for (let n = 0; n < SENDERS; n += 1) {
    const self = await addUser(world, home, `self${n}`);
    const others = [
      await addUser(world, home, `hasty${n}`),
      await addUser(world, home, `former${n}`),
      await addUser(world, away, `stranger${n}`),
      await addHook(world, home, self.user, `hook${n}`),
    ];
    senders.push({
      id: self.user.id,
      queues: await queuesOf(url, self),
      credentials: credentialsOf(self, others),
    });
  }
  // Tokens refill too slowly to matter, so the remaining tokens show the number of counted requests.
  await world.pool.all(sql`update realm_user set
    rate_limits = case when full_name like 'hasty%' then '100000000:10' else '100000000:1000000' end,
    is_active = is_active and full_name not like 'former%'`);
  return senders;
}

type Account = { readonly user: UserRow; readonly email: string; readonly apiKey: string };

async function addUser(world: DisposableWorld, realmId: number, fullName: string): Promise<Account> {
  const email = `${fullName}@example.com`;
  const made = await world.write(realmId, (tx) =>
    createUserWithKey(tx, world, { email, fullName, role: 400 }),
  );
  return { ...made, email };
}

async function addHook(
  world: DisposableWorld,
  realmId: number,
  user: UserRow,
  fullName: string,
): Promise<Account> {
  const email = `${fullName}@example.com`;
  const bot = { type: 2, allPublicChannels: false, payloadUrl: '', interface: 1, config: {} };
  const { apiKey } = await world.write(realmId, async (tx) =>
    createBot(tx, world, { realm: await realmOf(tx), user }, { ...bot, fullName, email }),
  );
  return { user, email, apiKey };
}

async function queuesOf(url: string, credentials: Account): Promise<Sender['queues']> {
  const connection = createConnection({ url, credentials });
  const queues = [];
  for (let n = 0; n < QUEUES; n += 1)
    queues.push(
      await connection.call(registerQueue, { event_types: ['saved_snippets'], fetch_event_types: [] }),
    );
  await connection.call(createSavedSnippet, { title: 'one', content: 'é – 日本' });
  await connection.call(createSavedSnippet, { title: 'two', content: 'x'.repeat(2_000) });
  return queues.map(({ queue_id: id, last_event_id: last }) => ({ id, last }));
}

function basic(email: string, key: string): string {
  return `Basic ${Buffer.from(`${email}:${key}`, 'latin1').toString('base64')}`;
}

function credentialsOf({ email, apiKey: key }: Account, others: readonly Account[]): [string, ...string[]] {
  const right = basic(email, key);
  const word = right.slice('Basic '.length);
  return [
    right,
    ...others.map((other) => basic(other.email, other.apiKey)),
    ...others.map((other) => basic(other.email, key)),
    right.toLowerCase(),
    right.replace('Basic', 'bASIC'),
    right.replace(' ', '  '),
    right.replace(' ', '\t'),
    right.replace('Basic ', ''),
    right.replace('Basic', 'Bearer'),
    `${right} x`,
    `${right}, ${right}`,
    `Basic ${word.replaceAll('=', '')}`,
    `Basic ${word}====`,
    `Basic ${word.slice(0, -5)}`,
    `Basic ${word.slice(0, 8)}.${word.slice(8)}`,
    basic(email.toUpperCase(), key),
    basic(` ${email}`, `${key} `),
    basic(email, `${key}\0`),
    basic(`\xff\xfe${email}`, key),
    basic(email, `${key}:`),
    basic(email, ''),
    basic('', key),
    basic(email, key.toUpperCase()),
    'Basic',
    'Basic \xe9',
  ];
}
