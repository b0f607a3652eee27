import { createDrafts } from '@parley/contract/endpoints/drafts.ts';
import { createConnection } from '@parley/client/connection.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { systemClock, type Clock } from '../clock.ts';
import { everyone } from '../log/audience.ts';
import { createSealer } from '../secrets/seal.ts';
import { startServer, type RunningServer } from '../../app/start.ts';
import { HEAD_CHECK_MS } from '../../delivery/upkeep.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { startOwnNats, type OwnNats } from '@parley/test-support/own-nats.ts';
import type { Bus, EphemeralEvent } from './bus.ts';
import { createNatsBus } from './nats-bus.ts';

let nats: OwnNats;
let first: TestServer;
let second: RunningServer;
let ada: TestUser;

beforeAll(async () => {
  nats = await startOwnNats('--user', 'parley', '--pass', 'secret of the bus');
  first = await startTestServer((config) => ({ ...config, nats: access(nats) }));
  second = await startServer(first.server.world.config, { clock: secondClock });
  ada = await first.user({ fullName: 'Ada' });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await nats.kill();
});

/** The second node looks for new entries of the log by itself only while `checksHeads` is true. */
let checksHeads = true;
const heldChecks = new Set<() => void>();
const secondClock: Clock = {
  ...systemClock,
  after: (milliseconds, callback) =>
    systemClock.after(milliseconds, () => {
      if (checksHeads || milliseconds !== HEAD_CHECK_MS) callback();
      else heldChecks.add(callback);
    }),
};

function checkHeads(isOn: boolean): void {
  checksHeads = isOn;
  if (!isOn) return;
  for (const check of heldChecks) check();
  heldChecks.clear();
}

function access({ url }: OwnNats) {
  return { url, user: 'parley', password: 'secret of the bus' };
}

const secrets = { same: createSealer('s'.repeat(40)), other: createSealer('o'.repeat(40)) };
const open: Bus[] = [];

function newBus(sealer = secrets.same): Bus & { received: unknown[] } {
  const bus = createNatsBus({
    config: access(nats),
    sealer,
    clock: systemClock,
    log: pino({ level: 'silent' }),
  });
  open.push(bus);
  const received: unknown[] = [];
  bus.onWakeUp((...wakeUp) => received.push(wakeUp));
  bus.onEphemeral((...publish) => received.push(publish));
  bus.onBroadcast((text) => received.push(text));
  return { ...bus, received };
}

function closeAll(): Promise<unknown> {
  return Promise.all(open.splice(0).map((bus) => bus.close()));
}

const hello: EphemeralEvent = {
  audience: everyone,
  event: { type: 'navigation_view', op: 'remove', fragment: 'hello' },
};

/** Repeats until the connections and subscriptions of both sides exist. */
async function untilReceived(from: Bus, realmId: number, received: unknown[]): Promise<void> {
  await eventually(() => {
    from.wakeUp(realmId, 1);
    expect(received).not.toEqual([]);
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  received.length = 0;
}

test('nodes receive wake-ups and ephemeral events of followed organizations exactly once', async () => {
  const [one, two] = [newBus(), newBus()];
  one.follow(7);
  two.follow(7);
  await untilReceived(two, 7, one.received);
  await untilReceived(one, 7, two.received);
  two.received.length = 0;
  one.received.length = 0;
  one.wakeUp(8, 1);
  one.publish(8, hello);
  one.wakeUp(7, 4711);
  one.publish(7, hello);
  await eventually(() => {
    expect(two.received).toEqual([
      [7, 4711],
      [7, hello],
    ]);
  });
  expect(one.received).toEqual([
    [8, 1],
    [8, hello],
    [7, 4711],
    [7, hello],
  ]);
  two.unfollow(7);
  two.follow(9);
  await untilReceived(one, 9, two.received);
  one.wakeUp(7, 4712);
  one.wakeUp(9, 1);
  await eventually(() => {
    expect(two.received).toEqual([[9, 1]]);
  });
  await closeAll();
});

test('a broadcast reaches the other nodes of the installation only', async () => {
  const [one, two, stranger] = [newBus(), newBus(), newBus(secrets.other)];
  for (const bus of [one, two, stranger]) bus.follow(7);
  await untilReceived(two, 7, one.received);
  await untilReceived(one, 7, two.received);
  one.received.length = 0;
  two.received.length = 0;
  one.broadcast('spent');
  await eventually(() => {
    expect(two.received).toEqual(['spent']);
  });
  expect(one.received).toEqual([]);
  expect(stranger.received).toEqual([]);
  await closeAll();
});

test('a node with another secret neither sends to nor receives from the others', async () => {
  const [one, stranger] = [newBus(), newBus(secrets.other)];
  const friend = newBus();
  for (const bus of [one, friend, stranger]) bus.follow(7);
  await untilReceived(friend, 7, one.received);
  stranger.publish(7, hello);
  stranger.wakeUp(7, 5);
  friend.wakeUp(7, 6);
  await eventually(() => {
    expect(one.received).toContainEqual([7, 6]);
  });
  expect(one.received).toEqual([[7, 6]]);
  expect(stranger.received).toEqual([
    [7, hello],
    [7, 5],
  ]);
  await closeAll();
});

/** Changes at the first node, until a client that polls the second one hears of them. */
async function isDelivered(): Promise<boolean> {
  const connection = createConnection({
    url: second.url,
    credentials: { email: ada.email, apiKey: ada.apiKey },
  });
  const { queue_id } = await connection.call(registerQueue, { event_types: ['drafts'] });
  let heard: unknown;
  const waiting = connection
    .call(getEvents, { queue_id: queue_id ?? '', last_event_id: -1 })
    .then(({ events }) => (heard = events[0]));
  await eventually(() => expect(second.world.hub.size.waiting).toBeGreaterThan(0));
  await eventually(async () => {
    await ada.connection.call(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: 'news' }] });
    expect(heard).toMatchObject({ type: 'drafts', op: 'add' });
  });
  await waiting;
  return true;
}

test('the bus delivers events, a node without it finds them itself, and the bus delivers again once restored', async () => {
  checkHeads(false);
  expect(await isDelivered()).toBe(true);

  await nats.kill();
  checkHeads(true);
  expect(await isDelivered()).toBe(true);

  await nats.start();
  checkHeads(false);
  expect(await isDelivered()).toBe(true);

  nats.pause();
  checkHeads(true);
  expect(await isDelivered()).toBe(true);
  nats.resume();
  checkHeads(false);
  expect(await isDelivered()).toBe(true);
  checkHeads(true);
});

test('an ephemeral event reaches clients of the other node', async () => {
  const connection = createConnection({
    url: second.url,
    credentials: { email: ada.email, apiKey: ada.apiKey },
  });
  const { queue_id } = await connection.call(registerQueue, { event_types: ['navigation_view'] });
  const waiting = connection.call(getEvents, { queue_id: queue_id ?? '', last_event_id: -1 });
  await eventually(async () => {
    first.server.world.publish(first.realmId, hello.audience, hello.event);
    expect(await Promise.race([waiting.then(() => 'received'), sleep(100)])).toBe('received');
  });
  expect((await waiting).events).toMatchObject([hello.event]);
});

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
