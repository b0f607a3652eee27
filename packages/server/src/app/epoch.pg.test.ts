import { getEvents } from '@parley/contract/endpoints/queues.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiError } from '@parley/client/connection.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { pollNow, QUEUE_LOST, registerForMessages } from '@parley/test-support/message-queue.ts';
import { dumpDatabase } from '@parley/test-support/own-dump.ts';
import { channelOf, say, sayPatiently } from '@parley/test-support/talk.ts';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isUnavailable } from '../engine/db/errors.ts';
import { sql } from '../engine/db/sql.ts';
import { checkEpoch } from './cli/doctor/check-epoch.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let channelId: number;
let ended: (() => Promise<void>)[] = [];

beforeEach(async () => {
  server = await startTestServer();
  ada = await server.user({ role: 100 });
  bob = await server.user();
  channelId = await channelOf(server, 'secret', [ada, bob], { invite_only: true });
});
afterEach(async () => {
  await server.stop();
  for (const end of ended.toReversed()) await end();
  ended = [];
});

/** The statuses of refused attempts to send, until one succeeds after the first refusal. */
async function statusesUntilSent(to: number, content: string): Promise<number[]> {
  const statuses: number[] = [];
  for (;;) {
    try {
      await say(ada, to, 'topic', content);
      if (statuses.length > 0) return statuses;
    } catch (error) {
      statuses.push((error as ApiError).status);
    }
    await pause(20);
  }
}

test('[EP1] [EP2] [EP3] after a restored dump, old cursors are refused and no id is issued twice', async () => {
  const queue = await registerForMessages(bob);
  await say(ada, channelId, 'topic', 'kept');
  const dump = await dumpDatabase(server.databaseUrl);
  ended.push(dump.remove);
  const lost: number[] = [];
  for (let n = 1; n <= 5; n += 1) lost.push(await say(ada, channelId, 'topic', `lost ${n}`));
  const [last] = (await pollNow(bob, queue)).slice(-1);
  await server.server.stop();
  await dump.restore();
  await server.restart();
  await expect(pollNow(bob, { ...queue, last_event_id: last?.id ?? 0 })).rejects.toMatchObject(QUEUE_LOST);
  const ids: number[] = [];
  for (let n = 1; n <= 8; n += 1) ids.push(await say(ada, channelId, 'topic', `new ${n}`));
  await expect(pollNow(bob, { ...queue, last_event_id: last?.id ?? 0 })).rejects.toMatchObject(QUEUE_LOST);
  expect(ids.filter((id) => lost.includes(id))).toEqual([]);
  expect(Math.min(...ids)).toBeGreaterThan(Math.max(...lost));
});

test('[EP1] [EP6] [EP9] a dump restored under a running node begins an epoch without a restart, and requests get 503 meanwhile', async () => {
  // Messages that are sent before the restore begins would end the poll of Bob.
  const alone = await channelOf(server, 'alone', [ada], { invite_only: true });
  const queue = await registerForMessages(bob);
  const dump = await dumpDatabase(server.databaseUrl);
  ended.push(dump.remove);
  await say(ada, channelId, 'topic', 'lost');
  const waiting = bob.connection
    .call(getEvents, { queue_id: queue.queue_id, last_event_id: (await pollNow(bob, queue))[0]?.id ?? 0 })
    .catch((error: unknown) => error);
  await expect.poll(() => server.server.world.hub.size.waiting).toBe(1);
  const restoring = dump.restore();
  const statuses = await statusesUntilSent(alone, 'new');
  await restoring;
  expect([...new Set(statuses)]).toEqual([503]);
  expect(await waiting).toMatchObject(QUEUE_LOST);
  expect(await server.server.world.metrics.text()).toMatch(/^parley_database_epochs_total 1$/m);
});

test('[EP5] an idempotency key stays valid in the next epoch', async () => {
  const message = { type: 'channel' as const, to: channelId, topic: 'topic', content: 'once' };
  const send = (): Promise<{ id: number }> =>
    ada.connection.call(sendMessage, message, { idempotencyKey: 'a key' });
  const { id } = await send();
  await server.server.world.epoch.begin('a test');
  expect((await send()).id).toBe(id);
});

test('[EP1] a log that ends before a head which the node has read begins an epoch', async () => {
  const { world } = server.server;
  const before = world.epoch.token();
  await registerForMessages(bob);
  await say(ada, channelId, 'topic', 'seen');
  await world.pool.all(sql`update realm_head set head = head - 1`);
  await expect.poll(() => world.epoch.token()).not.toBe(before);
});

test('[EP9] [EP10] a database that is being restored is refused until its last constraint is there', async () => {
  const { pool } = server.server.world;
  await onDatabase(
    'alter table vocabulary_version drop constraint vocabulary_version_realm_id_fkey',
    'update epoch set table_id = 0',
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and datname = current_database() and pid <> pg_backend_pid()',
  );
  await expect.poll(() => pool.all(sql`select 1`).catch(isUnavailable)).toBe(true);
  await expect(checkEpoch(pool)).rejects.toMatchObject({ code: '57P03' });
  await onDatabase(
    'alter table vocabulary_version add constraint vocabulary_version_realm_id_fkey foreign key (realm_id) references realm',
  );
  await sayPatiently(ada, channelId, 'topic', 'restored');
  const { status, found } = await checkEpoch(pool);
  expect(status).toBe('passed');
  expect(found).toContain('restored from a dump');
});

async function onDatabase(...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
