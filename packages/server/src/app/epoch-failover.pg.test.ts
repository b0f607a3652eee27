import { getEvents } from '@parley/contract/endpoints/queues.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { pollNow, QUEUE_LOST, registerForMessages, textsOf } from '@parley/test-support/message-queue.ts';
import { startOwnPostgres, type OwnPostgres } from '@parley/test-support/own-postgres.ts';
import { startOwnStandby } from '@parley/test-support/own-standby.ts';
import { channelOf, say, sayPatiently } from '@parley/test-support/talk.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { createGuardedPool } from '../engine/db/guarded-pool.ts';
import { sql } from '../engine/db/sql.ts';
import { noTracing } from '../engine/tracing/tracing.ts';

/** A PostgreSQL server of its own is started for each test. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let postgres: OwnPostgres;
let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let channelId: number;
let ended: (() => Promise<void>)[] = [];

beforeEach(async () => {
  postgres = await startOwnPostgres();
  server = await startTestServer(undefined, postgres.url);
  ada = await server.user({ role: 100 });
  bob = await server.user();
  channelId = await channelOf(server, 'secret', [ada, bob], { invite_only: true });
});
afterEach(async () => {
  await server.stop();
  for (const end of ended.toReversed()) await end();
  ended = [];
  await postgres.remove();
});

/** Connects as a node does. */
async function connectGuarded(url: string): Promise<void> {
  const target = new URL(url);
  target.pathname = new URL(server.databaseUrl).pathname;
  const { pool } = createGuardedPool(
    { url: target.href, connections: 1, expensiveConnections: 1, statementTimeoutMs: 2_500 },
    () => {},
    noTracing,
    () => {},
  );
  try {
    await pool.all(sql`select 1`);
  } finally {
    await pool.end();
  }
}

test('[EP1] [EP2] [EP3] [EP9] after a promotion, queues end, ids jump ahead and nothing of the lost tail is delivered', async () => {
  const standby = await startOwnStandby(postgres);
  ended.push(standby.remove);
  const old = await registerForMessages(bob);
  await say(ada, channelId, 'topic', 'kept');
  await standby.disconnect();
  await expect(connectGuarded(standby.url)).rejects.toMatchObject({ code: '25006' });
  const lost: number[] = [];
  for (let n = 1; n <= 5; n += 1) lost.push(await say(ada, channelId, 'topic', `lost ${n}`));
  const [last] = (await pollNow(bob, old)).slice(-1);
  const waiting = bob.connection
    .call(getEvents, { queue_id: old.queue_id, last_event_id: last?.id ?? 0 })
    .catch((error: unknown) => error);
  await expect.poll(() => server.server.world.hub.size.waiting).toBe(1);
  await standby.takeOver();
  const first = await sayPatiently(ada, channelId, 'topic', 'new 1');
  expect(await waiting).toMatchObject(QUEUE_LOST);
  const fresh = await registerForMessages(bob);
  await bob.connection.call(sendMessage, {
    type: 'channel',
    to: channelId,
    topic: 'topic',
    content: 'new 2',
  });
  expect(textsOf(await pollNow(bob, fresh))).toEqual(['new 2']);
  expect(first).toBeGreaterThan(Math.max(...lost) + 900_000);
  await expect(pollNow(bob, { ...old, last_event_id: last?.id ?? 0 })).rejects.toMatchObject(QUEUE_LOST);
  await expect(pollNow(bob, old)).rejects.toMatchObject(QUEUE_LOST);
});

test('[EP4] a user removed after a promotion receives no later message of a private channel', async () => {
  const standby = await startOwnStandby(postgres);
  ended.push(standby.remove);
  await standby.disconnect();
  for (let n = 1; n <= 8; n += 1) await say(ada, channelId, 'topic', `lost ${n}`);
  const old = await registerForMessages(bob);
  await standby.takeOver();
  await eventually(() =>
    ada.connection.call(unsubscribe, { subscriptions: ['secret'], principals: [bob.id] }),
  );
  for (let n = 1; n <= 9; n += 1) await say(ada, channelId, 'topic', 'for members');
  await expect(pollNow(bob, old)).rejects.toMatchObject(QUEUE_LOST);
  expect(textsOf(await pollNow(bob, await registerForMessages(bob)))).toEqual([]);
});

test('[EP7] a crash of PostgreSQL that loses nothing keeps the epoch and the queues', async () => {
  const queue = await registerForMessages(bob);
  const before = server.server.world.epoch.token();
  await say(ada, channelId, 'topic', 'before');
  await postgres.crashAndRestart();
  await sayPatiently(ada, channelId, 'topic', 'after');
  expect(textsOf(await pollNow(bob, queue))).toEqual(['before', 'after']);
  expect(server.server.world.epoch.token()).toBe(before);
});
