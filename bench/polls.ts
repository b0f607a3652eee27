import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createConnection } from '@parley/client/connection.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { addRealmDomain } from '@parley/contract/endpoints/realm-domains.ts';
import { createPerson } from '../packages/server/src/people/create-person.ts';
import { createRealm } from '../packages/server/src/realm/create-realm.ts';
import { freePort } from '../packages/server/src/testing/own-postgres.ts';
import { layGround } from '../tools/support/ground.ts';
import { startServerProcess } from '../tools/support/server-process.ts';
import { openPollers, type Pollers } from './polls/pollers.ts';

type Round = { perSecond: number; p50: number; p99: number };

/** Many long polls on one node; one event for all of them; everybody polls again. */
const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: { polls: { type: 'string', default: '5000' }, rounds: { type: 'string', default: '5' } },
  });
  const [polls, rounds] = [Number(values.polls), Number(values.rounds)];
  process.stdout.write(`${polls} long polls, ${rounds} rounds each\n`);
  const bare = await measureBare(polls, rounds);
  const ours = await measureOurs(polls, rounds);
  const table: [string, (round: Round) => number][] = [
    ['deliveries a second', (round) => round.perSecond],
    ['p50 ms', (round) => round.p50],
    ['p99 ms', (round) => round.p99],
  ];
  process.stdout.write(
    `\n${''.padEnd(22)}${'bare node:http'.padStart(28)}${'parley'.padStart(28)}${'ratio'.padStart(8)}\n`,
  );
  for (const [name, of] of table) {
    const [left, right] = [bare.rounds.map(of), ours.rounds.map(of)];
    process.stdout.write(
      `${name.padEnd(22)}${spread(left).padStart(28)}${spread(right).padStart(28)}${(median(right) / median(left)).toFixed(2).padStart(8)}\n`,
    );
  }
  process.stdout.write(
    `${'memory a poll, kB'.padEnd(22)}${bare.kilobytes.toFixed(1).padStart(28)}${ours.kilobytes.toFixed(1).padStart(28)}${(ours.kilobytes / bare.kilobytes).toFixed(2).padStart(8)}\n`,
  );
};
export default run;

const measureBare = async (
  polls: number,
  rounds: number,
): Promise<{ rounds: Round[]; kilobytes: number }> => {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'polls/bare-server.ts'), String(port)],
    {
      stdio: 'inherit',
    },
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  try {
    return await measureHolding(port, child.pid ?? 0, polls, rounds);
  } finally {
    child.kill('SIGKILL');
  }
};

const measureHolding = async (
  port: number,
  pid: number,
  polls: number,
  rounds: number,
): Promise<{ rounds: Round[]; kilobytes: number }> => {
  const before = await residentKilobytes(pid);
  const pollers = await openPollers(port, polls);
  const measured: Round[] = [];
  let after = before;
  for (let i = 0; i <= rounds; i += 1) {
    await pollers.poll(() => 'GET /events HTTP/1.1\r\nhost: x\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, 1_000 + polls / 5));
    after = await residentKilobytes(pid);
    const start = performance.now();
    await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' });
    // The first round warms the engine up.
    if (i > 0) measured.push(summary(await pollers.answers(start)));
    else await pollers.answers(start);
  }
  pollers.close();
  return { rounds: measured, kilobytes: (after - before) / polls };
};

const measureOurs = async (
  polls: number,
  rounds: number,
): Promise<{ rounds: Round[]; kilobytes: number }> => {
  const { environment, world, clear } = await layGround();
  const realmId = await createRealm(world.pool, { subdomain: '', name: 'Root' });
  const add = (email: string, role: 100 | 400) =>
    world.write(realmId, (tx) =>
      createPerson(tx, world, { email, fullName: email.split('@')[0] ?? '', role }),
    );
  const owner = await add('owner@example.com', 100);
  const people: { email: string; apiKey: string }[] = [];
  for (let i = 0; i < Math.ceil(polls / 100); i += 1) {
    const { person, apiKey } = await add(`person${i}@example.com`, 400);
    people.push({ email: person.delivery_email, apiKey });
  }
  const port = await freePort();
  const server = await startServerProcess(environment, port);
  const connect = (credentials: { email: string; apiKey: string }) =>
    createConnection({ url: server.url, credentials });
  const boss = connect({ email: owner.person.delivery_email, apiKey: owner.apiKey });
  const queues: { id: string; last: number; authorization: string }[] = [];
  for (let first = 0; first < polls; first += 8)
    await Promise.all(
      Array.from({ length: Math.min(8, polls - first) }, async (_, i) => {
        const who = people[(first + i) % people.length] ?? { email: '', apiKey: '' };
        const made = await connect(who).call(registerQueue, {
          event_types: ['realm_domains'],
          fetch_event_types: [],
        });
        queues.push({
          id: made.queue_id,
          last: made.last_event_id,
          authorization: `Basic ${Buffer.from(`${who.email}:${who.apiKey}`).toString('base64')}`,
        });
      }),
    );
  const before = await residentKilobytes(server.pid);
  const pollers = await openPollers(port, polls);
  const measured: Round[] = [];
  let after = before;
  for (let i = 0; i <= rounds; i += 1) {
    await pollers.poll((index) => pollOf(queues[index]));
    await new Promise((resolve) => setTimeout(resolve, 1_000 + polls / 3));
    after = await residentKilobytes(server.pid);
    const start = performance.now();
    await boss.call(addRealmDomain, { allow_subdomains: true, domain: `round${i}.example.com` });
    const answers = await pollers.answers(start);
    if (i > 0) measured.push(summary(answers));
    note(pollers, queues);
  }
  pollers.close();
  await server.terminate();
  await clear();
  return { rounds: measured, kilobytes: (after - before) / polls };
};

type Queue = { id: string; last: number; authorization: string };

const pollOf = (queue: Queue | undefined): string =>
  queue === undefined
    ? ''
    : `GET /api/v1/events?queue_id=${queue.id}&last_event_id=${queue.last} HTTP/1.1\r\nhost: parley.test\r\nauthorization: ${queue.authorization}\r\n\r\n`;

/** Everybody got the one event, and acknowledges it with the next poll. */
const note = (pollers: Pollers, queues: Queue[]): void => {
  for (const [index, queue] of queues.entries()) {
    const { events } = JSON.parse(pollers.body(index)) as { events?: { id: number; type: string }[] };
    if (events?.length !== 1 || events[0]?.type !== 'realm_domains')
      throw new Error(`Poll ${index} was answered with ${pollers.body(index)}`);
    queue.last = events[0].id;
  }
};

const summary = (milliseconds: readonly number[]): Round => {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { perSecond: (sorted.length / at(1)) * 1000, p50: at(0.5), p99: at(0.99) };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const spread = (values: readonly number[]): string =>
  `${Math.round(median(values))} (${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))})`;

const residentKilobytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
};
