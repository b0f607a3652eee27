import { setTimeout as pause } from 'node:timers/promises';
import { sendOnce } from '@parley/client/send-once.ts';
import {
  createEventSubscription,
  getEventSubscriptions,
} from '@parley/contract/endpoints/event-subscriptions.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { compareDelays, delaysOf } from './delays.ts';
import { forbiddenUrls } from './forbidden.ts';
import type { HookReceiver } from './receivers.ts';
import { setStage, type HookStage } from './stage.ts';

const { values } = readCommandLine({
  name: 'npm run hooks',
  summary:
    'Delivers events to receivers that fail, hang, lie and recover, while nodes are killed, and checks what arrived.',
  options: {
    events: { type: 'string', value: 'number', default: '10000', help: 'events, each for one receiver' },
    receivers: { type: 'string', value: 'number', default: '50', help: 'receivers' },
    nodes: { type: 'string', value: 'number', default: '2', help: 'server nodes' },
    kills: { type: 'string', value: 'number', default: '6', help: 'kills of a node, by SIGKILL' },
    short: { type: 'boolean', default: false, help: 'a quick run: 240 events, 12 receivers, 1 kill' },
  },
  example: 'npm run hooks -- --short',
});
const EVENTS = values.short ? 240 : Number(values.events);
const RECEIVERS = values.short ? 12 : Number(values.receivers);
const KILLS = values.short ? 1 : Number(values.kills);

/** Sends at once. */
const SENDERS = 8;
const EVENT_IDS_PER_POSITION = 100_000;
/** Parts of the events: before any measurement, while all receivers work, and while some misbehave. The rest is sent under kills. */
const WARM_UP = 0.1;
const ALL_WORK = 0.35;
const SOME_MISBEHAVE = 0.6;
const SETTLE_MS = 300_000;
/** Time between two steps of the clock; a delivery that is in progress at a step is repeated. */
const STEP_MS = values.short ? 6_000 : 20_000;
const FORBIDDEN_MS = 60_000;

/** The events that each receiver must get, and when they were sent, in monotonic milliseconds. */
type Sent = Map<number, number>[];

const problems: string[] = [];

function check(condition: boolean, problem: string): void {
  if (!condition) problems.push(problem);
}

const stage = await setStage({ nodes: Number(values.nodes), receivers: RECEIVERS });
try {
  const started = performance.now();
  const sent: Sent = stage.owners.map(() => new Map());
  await sendPhase(stage, sent, 0, WARM_UP);
  const whileAllWork = await sendPhase(stage, sent, WARM_UP, ALL_WORK);
  stage.receivers.misbehave();
  const beside = await sendPhase(stage, sent, ALL_WORK, SOME_MISBEHAVE);
  const slower = compareDelays(delaysOf(stage, whileAllWork), delaysOf(stage, beside));
  // A short run has few samples: it prints delays and judges none.
  if (!values.short) problems.push(...slower);
  const [, last] = await Promise.all([killNodes(stage), send(stage, SOME_MISBEHAVE, 1)]);
  addAll(sent, last);
  stage.receivers.recover();
  await untilSettled(stage, sent);
  judge(stage, sent);
  await judgeForbidden(stage);
  console.log(`took ${((performance.now() - started) / 1000).toFixed(1)} s`);
} finally {
  await stage.stop();
}
for (const problem of problems) console.log(`  wrong: ${problem}`);
console.log(`hooks: ${problems.length} wrong`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Sends a part of the events and waits until the receivers that work have them. Returns what was sent. */
async function sendPhase(of: HookStage, sent: Sent, from: number, to: number): Promise<Sent> {
  const phase = await send(of, from, to);
  addAll(sent, phase);
  await untilWorking(of, sent);
  return phase;
}

function addAll(sent: Sent, phase: Sent): void {
  for (const [number, events] of phase.entries()) for (const [id, at] of events) sent[number]?.set(id, at);
}

/** Sends direct messages to the owners in turn. The sends to one owner follow each other. */
async function send({ owners }: HookStage, from: number, to: number): Promise<Sent> {
  const sent: Sent = owners.map(() => new Map());
  const end = Math.round(EVENTS * to);
  const lane = async (start: number): Promise<void> => {
    for (let n = Math.round(EVENTS * from) + start; n < end; n += SENDERS) {
      const owner = owners[n % owners.length];
      const connection = owner?.sender.connections[n % owner.sender.connections.length];
      if (owner === undefined || connection === undefined) continue;
      const { id } = await sendOnce(connection, { type: 'direct', to: [owner.id], content: `event ${n}` });
      sent[n % owners.length]?.set(id * EVENT_IDS_PER_POSITION, performance.now());
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, (_, start) => lane(start)));
  return sent;
}

function hasAll(receiver: HookReceiver, sent: Sent): boolean {
  return receiver.acknowledged.length >= (sent[receiver.number]?.size ?? 0);
}

/** Waits until the receivers that work have everything, while others may hang. */
async function untilWorking({ receivers }: HookStage, sent: Sent): Promise<void> {
  const working = receivers.all.filter(({ manner }) => manner === 'works');
  const end = performance.now() + SETTLE_MS;
  while (!working.every((one) => hasAll(one, sent)) && performance.now() < end) await pause(50);
  check(performance.now() < end, 'receivers that work did not get everything in time');
}

async function killNodes({ nodes }: HookStage): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(1_000);
    await nodes[kill % nodes.length]?.killAndRestart();
    console.log(`  killed ${kill + 1} of ${KILLS}`);
  }
}

/** Waits until every receiver has everything. Steps of the clock end pauses between attempts, and leases in a short run. */
async function untilSettled({ receivers, ground }: HookStage, sent: Sent): Promise<void> {
  const end = performance.now() + SETTLE_MS;
  let nextStep = performance.now();
  while (!receivers.all.every((one) => hasAll(one, sent)) && performance.now() < end) {
    if (performance.now() >= nextStep) {
      await ground.world.pool.all(
        sql`update log_reader set due_at = now()
          where due_at > now() and (failing_since is not null or ${values.short})`,
      );
      nextStep = performance.now() + STEP_MS;
    }
    await pause(100);
  }
}

function judge({ receivers, forbidden }: HookStage, sent: Sent): void {
  for (const { number, manner, acknowledged, unsigned } of receivers.all) {
    const name = `receiver ${number}, which ${manner}`;
    const wanted = [...(sent[number]?.keys() ?? [])];
    const missing = wanted.filter((id) => !acknowledged.includes(id));
    check(missing.length === 0, `${name}, misses ${missing.length} of ${wanted.length} events`);
    check(acknowledged.length === wanted.length, `${name}, got events that are not its own`);
    check(
      acknowledged.every((id, n) => n === 0 || id > (acknowledged[n - 1] ?? 0)),
      `${name}, got events out of order`,
    );
    check(unsigned === 0, `${name}, got ${unsigned} requests without a valid signature`);
  }
  const sum = (pick: (one: HookReceiver) => number): number =>
    receivers.all.reduce((total, one) => total + pick(one), 0);
  check(forbidden.requests() === 0, `${forbidden.requests()} redirects were followed`);
  console.log(
    `${EVENTS} events to ${RECEIVERS} receivers with ${KILLS} kills: ${sum(({ acknowledged }) => acknowledged.length)} acknowledged in order, ${sum(({ calls }) => calls)} requests, ${sum(({ repeated }) => repeated)} repeated after an acknowledgement, all signed`,
  );
}

/** Subscribes to forbidden addresses, causes an event for each, and counts the refusals. */
async function judgeForbidden({ owners, forbidden }: HookStage): Promise<void> {
  const urls = forbiddenUrls(forbidden.port);
  const used = owners.slice(0, 3);
  for (const [n, url] of urls.entries())
    await used[n % used.length]?.connections[0]?.call(createEventSubscription, {
      url,
      event_types: ['message'],
    });
  for (const { id, sender } of used) {
    const [connection] = sender.connections;
    if (connection !== undefined) await sendOnce(connection, { type: 'direct', to: [id], content: 'secret' });
  }
  const end = performance.now() + FORBIDDEN_MS;
  let refused = 0;
  while (refused < urls.length && performance.now() < end) {
    await pause(500);
    const lists = await Promise.all(
      used.map(async ({ connections }) => connections[0]?.call(getEventSubscriptions)),
    );
    refused = lists
      .flatMap((list) => list?.event_subscriptions ?? [])
      .filter(({ error }) => error?.includes('not in a public network') === true).length;
  }
  check(
    refused === urls.length,
    `${urls.length - refused} of ${urls.length} forbidden addresses were not refused`,
  );
  check(forbidden.requests() === 0, `${forbidden.requests()} forbidden requests arrived`);
  console.log(
    `${refused} of ${urls.length} forbidden addresses refused, ${forbidden.requests()} requests arrived`,
  );
}
