import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createConnection, type Connection } from '@parley/client/connection.ts';
import { updateUser } from '@parley/contract/endpoints/users.ts';
import { q } from '@parley/server/engine/db/sql.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { layGround } from '@parley/test-support/process/ground.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';

const { values } = readCommandLine({
  name: 'npm run resume',
  summary:
    'Kills the server repeatedly under a listening bot and checks that the bot receives every event exactly once.',
  options: {
    kills: { type: 'string', value: 'number', default: '20', help: 'times the server is killed' },
    changes: { type: 'string', value: 'number', default: '2000', help: 'changes that cause an event each' },
  },
  example: 'npm run resume -- --kills 3 --changes 300',
});
const KILLS = Number(values.kills);
const CHANGES = Number(values.changes);

const { environment, world, clear } = await layGround();
const realmId = await createRealm(world.pool, { subdomain: '', name: 'Root' });

function add(email: string, fullName: string, role: 100 | 400, ownerId?: number) {
  return world.write(realmId, (tx) =>
    createUserWithKey(tx, world, {
      email,
      fullName,
      role,
      ...(ownerId === undefined ? {} : { bot: { type: 1, ownerId } }),
    }),
  );
}

const owner = await add('owner@example.com', 'Olive Owner', 100);
const target = await add('target@example.com', 'Name 0', 400);
const bot = await add('listener-bot@example.com', 'Listener', 400, owner.user.id);

const port = await freePort();
let server: ServerProcess = await startServerProcess(environment, port);
const connection: Connection = createConnection({
  url: server.url,
  credentials: { email: owner.user.delivery_email, apiKey: owner.apiKey },
});

const names: string[] = [];
const eventIds: number[] = [];
const listener = spawn(process.execPath, [path.join(import.meta.dirname, 'bot.cjs')], {
  env: {
    ...process.env,
    BOT_EMAIL: bot.user.delivery_email,
    BOT_KEY: bot.apiKey,
    BOT_REALM: server.url,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
createInterface({ input: listener.stdout }).on('line', (line) => {
  if (!line.startsWith('EVENT ')) return;
  const event = JSON.parse(line.slice('EVENT '.length)) as {
    id: number;
    type: string;
    person?: { full_name?: string };
  };
  if (event.type !== 'realm_user' || event.person?.full_name === undefined) return;
  names.push(event.person.full_name);
  eventIds.push(event.id);
});

async function queuesOfBot(): Promise<string[]> {
  const rows = await world.pool.all(
    q
      .selectFrom('event_queue')
      .select('id')
      .where('realm_id', '=', realmId)
      .where('user_id', '=', bot.user.id),
  );
  return rows.map((row) => row.id);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function until(condition: () => boolean, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  while (!condition() && performance.now() < end) await pause(5);
}

while ((await queuesOfBot()).length === 0) await pause(50);
const queuesBefore = await queuesOfBot();

let repeated = 0;
let kills = 0;
let finished = false;
const started = performance.now();

/** Retries until acknowledged; repeating a change that was made causes no second event. */
async function rename(fullName: string): Promise<void> {
  for (;;) {
    try {
      await connection.call(updateUser, { user_id: target.user.id, full_name: fullName });
      return;
    } catch {
      repeated += 1;
      await pause(20);
    }
  }
}

let made = 0;

async function changes(): Promise<void> {
  for (let i = 1; i <= CHANGES; i += 1) {
    await rename(`Name ${i}`);
    made = i;
  }
  finished = true;
}

async function nemesis(): Promise<void> {
  for (kills = 0; kills < KILLS;) {
    const due = Math.floor(((kills + 0.5) * CHANGES) / KILLS);
    await until(() => made >= due || finished, Infinity);
    await server.kill();
    kills += 1;
    server = await startServerProcess(environment, port);
    process.stdout.write(
      `  killed ${kills} of ${KILLS} · changes ${made} of ${CHANGES} · events ${names.length}\n`,
    );
  }
}

await Promise.all([changes(), nemesis()]);
await until(() => names.length >= CHANGES, 30_000);
// Duplicates would arrive now.
await pause(1_500);
const seconds = (performance.now() - started) / 1000;
const queuesAfter = await queuesOfBot();

listener.kill('SIGTERM');
await once(listener, 'exit');
const ended = await server.terminate();
await clear();

const expected = Array.from({ length: CHANGES }, (_, i) => `Name ${i + 1}`);
const checks: [what: string, holds: boolean, found: string][] = [
  ['changes acknowledged', made === CHANGES, `${made}`],
  ['kills with -9', kills === KILLS, `${kills}`],
  ['events received', names.length === CHANGES, `${names.length}`],
  ['each exactly once, in order', names.join('\n') === expected.join('\n'), firstDifference(expected, names)],
  ['event ids rise', eventIds.every((id, i) => i === 0 || id > (eventIds[i - 1] ?? 0)), ''],
  [
    'same queue throughout',
    queuesBefore.length === 1 && queuesAfter.join() === queuesBefore.join(),
    `${queuesAfter.length} queue`,
  ],
  [
    'the last server stops on SIGTERM',
    ended.code === 0 && ended.milliseconds < 10_000,
    `${Math.round(ended.milliseconds)} ms`,
  ],
];
process.stdout.write(`\n${repeated} requests were retried; ${seconds.toFixed(1)} s\n`);
for (const [what, holds, found] of checks)
  process.stdout.write(`  ${holds ? '✓' : '✗'} ${what.padEnd(36)} ${found}\n`);
const held = checks.filter(([, holds]) => holds).length;
process.stdout.write(`resume: ${held} of ${checks.length} checks passed\n`);
process.exitCode = held === checks.length ? 0 : 1;

function firstDifference(wanted: readonly string[], got: readonly string[]): string {
  const at = wanted.findIndex((name, i) => got[i] !== name);
  return at === -1 ? '' : `at ${at}: wanted ${wanted[at]}, got ${got[at]}`;
}
