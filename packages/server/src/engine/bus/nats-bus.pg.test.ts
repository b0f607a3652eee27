import { createDrafts } from '@parley/contract/endpoints/drafts.ts';
import { createConnection } from '@parley/client/connection.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { everyone } from '../log/audience.ts';
import { createSealer } from '../secrets/seal.ts';
import { startServer, type RunningServer } from '../../app/start.ts';
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
  second = await startServer(first.server.world.config);
  ada = await first.user({ fullName: 'Ada' });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await nats.kill();
});

function access({ url }: OwnNats) {
  return { url, user: 'parley', password: 'secret of the bus' };
}

const secrets = { same: createSealer('s'.repeat(40)), other: createSealer('o'.repeat(40)) };
const open: Bus[] = [];

function newBus(sealer = secrets.same): Bus & { heard: unknown[] } {
  const bus = createNatsBus({
    config: access(nats),
    sealer,
    clock: systemClock,
    log: pino({ level: 'silent' }),
  });
  open.push(bus);
  const heard: unknown[] = [];
  bus.onWakeUp((...wakeUp) => heard.push(wakeUp));
  bus.onEphemeral((...publish) => heard.push(publish));
  return { ...bus, heard };
}

function closeAll(): Promise<unknown> {
  return Promise.all(open.splice(0).map((bus) => bus.close()));
}

const hello: EphemeralEvent = {
  audience: everyone,
  event: { type: 'navigation_view', op: 'remove', fragment: 'hello' },
};

function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 10_000, interval: 20 });
}

/** Repeats until the connections and subscriptions of both sides exist. */
async function untilReceived(from: Bus, realmId: number, heard: unknown[]): Promise<void> {
  await vi.waitFor(
    () => {
      from.wakeUp(realmId, 1);
      expect(heard).not.toEqual([]);
    },
    { timeout: 10_000, interval: 50 },
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  heard.length = 0;
}

test('nodes hear pokes and tells of the organizations that they follow, each once', async () => {
  const [one, two] = [newBus(), newBus()];
  one.follow(7);
  two.follow(7);
  await untilReceived(two, 7, one.heard);
  await untilReceived(one, 7, two.heard);
  two.heard.length = 0;
  one.heard.length = 0;
  one.wakeUp(8, 1);
  one.publish(8, hello);
  one.wakeUp(7, 4711);
  one.publish(7, hello);
  await eventually(() => {
    expect(two.heard).toEqual([
      [7, 4711],
      [7, hello],
    ]);
  });
  expect(one.heard).toEqual([
    [8, 1],
    [8, hello],
    [7, 4711],
    [7, hello],
  ]);
  two.unfollow(7);
  two.follow(9);
  await untilReceived(one, 9, two.heard);
  one.wakeUp(7, 4712);
  one.wakeUp(9, 1);
  await eventually(() => {
    expect(two.heard).toEqual([[9, 1]]);
  });
  await closeAll();
});

test('who does not know the secret is not heard, and hears nothing', async () => {
  const [one, stranger] = [newBus(), newBus(secrets.other)];
  const friend = newBus();
  for (const bus of [one, friend, stranger]) bus.follow(7);
  await untilReceived(friend, 7, one.heard);
  stranger.publish(7, hello);
  stranger.wakeUp(7, 5);
  friend.wakeUp(7, 6);
  await eventually(() => {
    expect(one.heard).toContainEqual([7, 6]);
  });
  expect(one.heard).toEqual([[7, 6]]);
  expect(stranger.heard).toEqual([
    [7, hello],
    [7, 5],
  ]);
  await closeAll();
});

/** The time that a change made at the first node takes to reach a client that waits at the second. */
async function delayOfNews(): Promise<number> {
  const unavailable = createConnection({
    url: second.url,
    credentials: { email: ada.email, apiKey: ada.apiKey },
  });
  const { queue_id } = await unavailable.call(registerQueue, { event_types: ['drafts'] });
  const waiting = unavailable.call(getEvents, { queue_id: queue_id ?? '', last_event_id: -1 });
  await eventually(() => {
    expect(second.world.hub.size.waiting).toBeGreaterThan(0);
  });
  const begin = performance.now();
  await ada.connection.call(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: 'news' }] });
  const { events } = await waiting;
  expect(events).toMatchObject([{ type: 'drafts', op: 'add' }]);
  return performance.now() - begin;
}

async function fastest(rounds: number): Promise<number> {
  const delays: number[] = [];
  for (let i = 0; i < rounds; i += 1) delays.push(await delayOfNews());
  return Math.min(...delays);
}

/** A second, and what a busy machine takes. */
const LATE_MS = 4_000;

test('news travels at once, a second late without the bus, and at once again when it is back', async () => {
  await vi.waitFor(async () => expect(await delayOfNews()).toBeLessThan(300), { timeout: 20_000 });

  await nats.kill();
  for (let i = 0; i < 3; i += 1) expect(await delayOfNews()).toBeLessThan(LATE_MS);

  await nats.start();
  await vi.waitFor(async () => expect(await fastest(3)).toBeLessThan(100), { timeout: 20_000 });

  nats.pause();
  for (let i = 0; i < 3; i += 1) expect(await delayOfNews()).toBeLessThan(LATE_MS);
  nats.resume();
  await vi.waitFor(async () => expect(await fastest(3)).toBeLessThan(100), { timeout: 20_000 });
}, 90_000);

test('what is not in the log reaches clients of the other node', async () => {
  const unavailable = createConnection({
    url: second.url,
    credentials: { email: ada.email, apiKey: ada.apiKey },
  });
  const { queue_id } = await unavailable.call(registerQueue, { event_types: ['navigation_view'] });
  const waiting = unavailable.call(getEvents, { queue_id: queue_id ?? '', last_event_id: -1 });
  await vi.waitFor(
    async () => {
      first.server.world.publish(first.realmId, hello.audience, hello.event);
      expect(await Promise.race([waiting.then(() => 'heard'), systemSleep(100)])).toBe('heard');
    },
    { timeout: 10_000 },
  );
  expect((await waiting).events).toMatchObject([hello.event]);
});

function systemSleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
