import { createDrafts } from '@parley/contract/endpoints/drafts.ts';
import { createConnection } from '@parley/client/connection.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { everyone } from '../log/audience.ts';
import { createSealer } from '../secrets/seal.ts';
import { startServer, type RunningServer } from '../start.ts';
import { startTestServer, type TestPerson, type TestServer } from '../testing/harness.ts';
import { startOwnNats, type OwnNats } from '../testing/own-nats.ts';
import type { Bus, Tell } from './bus.ts';
import { createNatsBus } from './nats-bus.ts';

let nats: OwnNats;
let first: TestServer;
let second: RunningServer;
let ada: TestPerson;

beforeAll(async () => {
  nats = await startOwnNats('--user', 'parley', '--pass', 'secret of the bus');
  first = await startTestServer((config) => ({ ...config, nats: access(nats) }));
  second = await startServer(first.server.world.config);
  ada = await first.person({ fullName: 'Ada' });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await nats.kill();
});

const access = ({ url }: OwnNats) => ({ url, user: 'parley', password: 'secret of the bus' });

const secrets = { same: createSealer('s'.repeat(40)), other: createSealer('o'.repeat(40)) };
const open: Bus[] = [];
const newBus = (sealer = secrets.same): Bus & { heard: unknown[] } => {
  const bus = createNatsBus({
    config: access(nats),
    sealer,
    clock: systemClock,
    log: pino({ level: 'silent' }),
  });
  open.push(bus);
  const heard: unknown[] = [];
  bus.onPoke((...poke) => heard.push(poke));
  bus.onTell((...tell) => heard.push(tell));
  return { ...bus, heard };
};
const closeAll = (): Promise<unknown> => Promise.all(open.splice(0).map((bus) => bus.close()));

const hello: Tell = {
  audience: everyone,
  event: { type: 'navigation_view', op: 'remove', fragment: 'hello' },
};
const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 20 });

/** Repeats until the connections and subscriptions of both sides exist. */
const untilHeard = async (from: Bus, realmId: number, heard: unknown[]): Promise<void> => {
  await vi.waitFor(
    () => {
      from.poke(realmId, 1);
      expect(heard).not.toEqual([]);
    },
    { timeout: 10_000, interval: 50 },
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  heard.length = 0;
};

test('nodes hear pokes and tells of the organizations that they follow, each once', async () => {
  const [one, two] = [newBus(), newBus()];
  one.follow(7);
  two.follow(7);
  await untilHeard(two, 7, one.heard);
  await untilHeard(one, 7, two.heard);
  two.heard.length = 0;
  one.heard.length = 0;
  one.poke(8, 1);
  one.tell(8, hello);
  one.poke(7, 4711);
  one.tell(7, hello);
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
  await untilHeard(one, 9, two.heard);
  one.poke(7, 4712);
  one.poke(9, 1);
  await eventually(() => {
    expect(two.heard).toEqual([[9, 1]]);
  });
  await closeAll();
});

test('who does not know the secret is not heard, and hears nothing', async () => {
  const [one, stranger] = [newBus(), newBus(secrets.other)];
  const friend = newBus();
  for (const bus of [one, friend, stranger]) bus.follow(7);
  await untilHeard(friend, 7, one.heard);
  stranger.tell(7, hello);
  stranger.poke(7, 5);
  friend.poke(7, 6);
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
const delayOfNews = async (): Promise<number> => {
  const away = createConnection({ url: second.url, credentials: { email: ada.email, apiKey: ada.apiKey } });
  const { queue_id } = await away.call(registerQueue, { event_types: ['drafts'] });
  const waiting = away.call(getEvents, { queue_id: queue_id ?? '', last_event_id: -1 });
  await eventually(() => {
    expect(second.world.hub.size.waiting).toBeGreaterThan(0);
  });
  const begin = performance.now();
  await ada.connection.call(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: 'news' }] });
  const { events } = await waiting;
  expect(events).toMatchObject([{ type: 'drafts', op: 'add' }]);
  return performance.now() - begin;
};

const fastest = async (rounds: number): Promise<number> => {
  const delays: number[] = [];
  for (let i = 0; i < rounds; i += 1) delays.push(await delayOfNews());
  return Math.min(...delays);
};

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
  const away = createConnection({ url: second.url, credentials: { email: ada.email, apiKey: ada.apiKey } });
  const { queue_id } = await away.call(registerQueue, { event_types: ['navigation_view'] });
  const waiting = away.call(getEvents, { queue_id: queue_id ?? '', last_event_id: -1 });
  await vi.waitFor(
    async () => {
      first.server.world.tell(first.realmId, hello.audience, hello.event);
      expect(await Promise.race([waiting.then(() => 'heard'), systemSleep(100)])).toBe('heard');
    },
    { timeout: 10_000 },
  );
  expect((await waiting).events).toMatchObject([hello.event]);
});

const systemSleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
