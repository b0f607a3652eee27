import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { openListeners, upgradeRequest } from './deliver/listeners.ts';
import { openPollers } from './deliver/pollers.ts';
import { median, quantile, say, spread, table } from './support/figures.ts';
import { residentKilobytes } from './support/memory.ts';
import { withBenchEnvironment, type BenchEnvironment } from './support/bench-environment.ts';
import { makeOrganization, type Organization } from './support/organization.ts';
import { secondsOf } from './support/processor-time.ts';

type Round = { readonly perSecond: number; readonly p50: number; readonly p99: number };
type Figures = {
  readonly rounds: Round[];
  /** Processor microseconds of the server per delivery, until the client waits again. */
  readonly micros: number;
  /** Processor microseconds of the server for a client's first request. */
  readonly arrival: number;
  readonly kilobytes: number;
};
type Measured = { readonly figures: Figures; readonly sample: string };

const COMMAND = {
  name: 'npm run bench -- deliver',
  summary:
    'Measures the delivery of a message to every client of one organization by long polls and WebSockets, beside bare servers.',
  options: {
    clients: { type: 'string', value: 'numbers', default: '1000,5000,10000', help: 'connected clients' },
    rounds: { type: 'string', value: 'number', default: '5', help: 'messages to all clients' },
  },
  example: 'npm run bench -- deliver --clients 1000',
} as const;

export async function benchDeliver(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const rounds = Number(values.rounds);
  for (const clients of values.clients.split(',').map(Number)) {
    say(`\n${clients} clients, a quarter of them with other registration options; ${rounds} messages to all`);
    await withBenchEnvironment((ground) => measure(ground, clients, rounds));
  }
}

async function measure(ground: BenchEnvironment, clients: number, rounds: number): Promise<void> {
  const polls = await withServer(ground, clients, 'polls', (crowd) => measurePolls(crowd, rounds));
  const streams = await withServer(ground, clients, 'streams', (crowd) => measureStreams(crowd, rounds));
  const bare = await measureBare(clients, rounds, polls.sample, streams.sample);
  const rows: [string, Figures, Figures][] = [
    ['long poll', polls.figures, bare.polls],
    ['WebSocket', streams.figures, bare.streams],
  ];
  table(
    [
      '',
      'deliveries/s',
      'bare',
      'ratio',
      'CPU µs',
      'bare µs',
      'ratio',
      'p50 ms',
      'p99 ms',
      'bare p99',
      'arrival µs',
      'kB a client',
      'bare kB',
    ],
    rows.map(([name, ours, theirs]) => [
      name,
      spread(ours.rounds.map((round) => round.perSecond)),
      spread(theirs.rounds.map((round) => round.perSecond)),
      (
        median(ours.rounds.map((round) => round.perSecond)) /
        median(theirs.rounds.map((round) => round.perSecond))
      ).toFixed(2),
      ours.micros.toFixed(0),
      theirs.micros.toFixed(0),
      (theirs.micros / ours.micros).toFixed(2),
      spread(ours.rounds.map((round) => round.p50)),
      spread(ours.rounds.map((round) => round.p99)),
      spread(theirs.rounds.map((round) => round.p99)),
      ours.arrival.toFixed(0),
      ours.kilobytes.toFixed(1),
      theirs.kilobytes.toFixed(1),
    ]),
  );
}

type Queue = { readonly id: string; readonly headers: string };
type Crowd = {
  readonly port: number;
  readonly pid: number;
  readonly organization: Organization;
  readonly queues: readonly Queue[];
  /** First event id of the queues. */
  last: number;
};

let number = 0;

async function withServer(
  { environment, world }: BenchEnvironment,
  clients: number,
  name: string,
  work: (crowd: Crowd) => Promise<Measured>,
): Promise<Measured> {
  const port = await freePort();
  const server = await startServerProcess(environment, port);
  const organization = await makeOrganization(world, server.url, {
    subdomain: `${name}${(number += 1)}`,
    members: Math.max(2, Math.ceil(clients / 100)),
    channels: 1,
  });
  const head = await world.pool.first(
    sql<{ head: number }>`select head from realm_head where realm_id = ${organization.realmId}`,
  );
  const from = head?.head ?? 0;
  const queues = Array.from({ length: clients }, (_, n) => {
    const member = organization.members[n % organization.members.length];
    return { id: randomUUID(), userId: member?.id ?? 0, headers: member?.headers ?? '' };
  });
  await world.pool.all(sql`
    insert into event_queue (realm_id, id, user_id, from_position, client_options, idle_seconds)
    select ${organization.realmId}, q.id, q.user_id, ${from}, q.client_options::jsonb, 600
    from unnest(
      ${queues.map(({ id }) => id)}::uuid[], ${queues.map(({ userId }) => userId)}::bigint[],
      ${queues.map((_, n) => clientOptionsOf(n))}::text[]
    ) as q (id, user_id, client_options)`);
  try {
    return await work({ port, pid: server.pid, organization, queues, last: from * 100_000 });
  } finally {
    await server.terminate();
  }
}

function clientOptionsOf(n: number): string {
  return JSON.stringify({
    eventTypes: ['message'],
    applyMarkdown: n % 4 !== 0,
    clientGravatar: true,
    slimPresence: false,
    allPublicChannels: false,
    narrow: [],
    capabilities: n % 4 === 0 ? {} : { empty_topic_name: true, bulk_message_deletion: true },
    knowsPronouns: true,
  });
}

const TEXT =
  'The release is out. **Thank you all** for the careful reviews; the notes are on the wiki, and the next one is planned for the end of the month.';

async function tellAll({ organization }: Crowd): Promise<void> {
  const [first] = organization.members;
  await first?.connection.call(sendMessage, {
    type: 'channel',
    to: organization.channels.at(-1)?.id ?? 0,
    topic: 'releases',
    content: TEXT,
  });
}

/** Pause between two messages, for background work to finish. */
function rest(clients: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_000 + clients / 4));
}

/** How clients receive a message, and how the receipt is measured. */
type Rounds = {
  readonly clients: number;
  readonly pid: number;
  /** Memory of the server before clients connect. */
  readonly before: Reading;
  readonly rounds: number;
  /** Resolves when every client waits again. */
  readonly wait: () => Promise<void>;
  readonly tell: () => Promise<unknown>;
  readonly answers: (start: number) => Promise<number[]>;
  /** Prepares the next round from a response. */
  readonly settle?: () => void;
};

type Reading = { readonly kilobytes: number; readonly seconds: number };

async function readProcess(pid: number): Promise<Reading> {
  return {
    kilobytes: await residentKilobytes(pid),
    seconds: await secondsOf(pid),
  };
}

async function measureRounds(of: Rounds): Promise<Figures> {
  const measured: Round[] = [];
  const waiting: Reading[] = [];
  for (let i = 0; i <= of.rounds; i += 1) {
    await of.wait();
    waiting.push(await readProcess(of.pid));
    const start = performance.now();
    await of.tell();
    const answers = await of.answers(start);
    // The first round is warm-up.
    if (i > 0) measured.push(summary(answers));
    of.settle?.();
  }
  await of.wait();
  waiting.push(await readProcess(of.pid));
  const [first = of.before, warm = of.before] = waiting;
  const last = waiting.at(-1) ?? warm;
  const each = 1e6 / of.clients;
  return {
    rounds: measured,
    micros: ((last.seconds - warm.seconds) * each) / of.rounds,
    arrival: (first.seconds - of.before.seconds) * each,
    kilobytes: (last.kilobytes - of.before.kilobytes) / of.clients,
  };
}

/** Every client has received the same event and acknowledges it next. */
function lastIdOfAll(clients: number, text: (index: number) => string): number {
  const last = lastIdIn(text(0));
  for (let n = 0; n < clients; n += 1)
    if (lastIdIn(text(n)) !== last) throw new Error(`Client ${n} got ${text(n)}`);
  return last;
}

async function measurePolls(crowd: Crowd, rounds: number): Promise<Measured> {
  const { queues, port, pid } = crowd;
  const clients = queues.length;
  const before = await readProcess(pid);
  const pollers = await openPollers(port, clients);
  const figures = await measureRounds({
    clients,
    pid,
    before,
    rounds,
    wait: async () => {
      await pollers.poll((index) => {
        const { id, headers } = queues[index] ?? { id: '', headers: '' };
        return `GET /api/v1/events?queue_id=${id}&last_event_id=${crowd.last} HTTP/1.1\r\n${headers}\r\n`;
      });
      await rest(clients * 2);
    },
    tell: () => tellAll(crowd),
    answers: (start) => pollers.answers(start),
    settle: () => {
      crowd.last = lastIdOfAll(clients, (index) => pollers.body(index));
    },
  });
  const sample = `${pollers.head(1)}\r\n\r\n${pollers.body(1)}`;
  pollers.close();
  return { figures, sample };
}

async function measureStreams(crowd: Crowd, rounds: number): Promise<Measured> {
  const { queues, port, pid } = crowd;
  const clients = queues.length;
  const before = await readProcess(pid);
  const listeners = await openListeners(port, clients, (index) => {
    const { id, headers } = queues[index] ?? { id: '', headers: '' };
    return upgradeRequest(`/api/v1/events/stream?queue_id=${id}&last_event_id=${crowd.last}`, headers);
  });
  const figures = await measureRounds({
    clients,
    pid,
    before,
    rounds,
    wait: () => rest(clients),
    tell: () => tellAll(crowd),
    answers: (start) => listeners.answers(start),
    settle: () => {
      crowd.last = lastIdOfAll(clients, (index) => listeners.frame(index));
      listeners.acknowledge(crowd.last);
    },
  });
  const sample = listeners.frame(1);
  listeners.close();
  return { figures, sample };
}

async function measureBare(
  clients: number,
  rounds: number,
  answer: string,
  frame: string,
): Promise<{ polls: Figures; streams: Figures }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-deliver-'));
  const files = [path.join(directory, 'answer'), path.join(directory, 'frame')] as const;
  await writeFile(files[0], answer);
  await writeFile(files[1], frame);
  try {
    return {
      polls: await onBareServer(files, (port, pid) => measureBarePolls(port, pid, clients, rounds)),
      streams: await onBareServer(files, (port, pid) => measureBareStreams(port, pid, clients, rounds)),
    };
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function onBareServer(
  files: readonly [string, string],
  work: (port: number, pid: number) => Promise<Figures>,
): Promise<Figures> {
  const port = await freePort();
  const program = path.join(import.meta.dirname, 'deliver/bare-server.ts');
  const child = spawn(process.execPath, [program, String(port), ...files], { stdio: 'inherit' });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  try {
    return await work(port, child.pid ?? 0);
  } finally {
    child.kill('SIGKILL');
  }
}

function tellBare(port: number) {
  return () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST' });
}

async function measureBarePolls(
  port: number,
  pid: number,
  clients: number,
  rounds: number,
): Promise<Figures> {
  const before = await readProcess(pid);
  const pollers = await openPollers(port, clients);
  const figures = await measureRounds({
    clients,
    pid,
    before,
    rounds,
    wait: async () => {
      await pollers.poll(() => 'GET /events HTTP/1.1\r\nhost: x\r\n\r\n');
      await rest(clients * 2);
    },
    tell: tellBare(port),
    answers: (start) => pollers.answers(start),
  });
  pollers.close();
  return figures;
}

async function measureBareStreams(
  port: number,
  pid: number,
  clients: number,
  rounds: number,
): Promise<Figures> {
  const before = await readProcess(pid);
  const listeners = await openListeners(port, clients, () => upgradeRequest('/', 'host: x\r\n'));
  const figures = await measureRounds({
    clients,
    pid,
    before,
    rounds,
    wait: () => rest(clients),
    tell: tellBare(port),
    answers: (start) => listeners.answers(start),
  });
  listeners.close();
  return figures;
}

function lastIdIn(json: string): number {
  return (JSON.parse(json) as { events: { id: number }[] }).events.at(-1)?.id ?? 0;
}

function summary(milliseconds: readonly number[]): Round {
  return {
    perSecond: (milliseconds.length / Math.max(...milliseconds)) * 1000,
    p50: quantile(milliseconds, 0.5),
    p99: quantile(milliseconds, 0.99),
  };
}
