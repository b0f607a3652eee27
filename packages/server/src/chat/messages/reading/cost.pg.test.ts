import { updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q, sql } from '../../../engine/db/sql.ts';
import { halfRead } from '@parley/test-support/half-read.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';

/** Messages of the channel; every second of them is unread. */
const COUNT = 1_000_000;

let server: TestServer;
let grace: TestUser;
let homeId: number;
let ids: number[];

beforeAll(async () => {
  server = await startTestServer();
  const ada = await server.user();
  grace = await server.user();
  const channel = await channelOf(server, 'large', [ada, grace]);
  const { pool } = server.server.world;
  const row = await pool.first(q.selectFrom('channel').select('conversation_id').where('id', '=', channel));
  homeId = row?.conversation_id ?? 0;
  // The read set stores ordinals, so the messages themselves need not exist.
  await pool.all(sql`update conversation set last_ordinal = ${COUNT - 20} where id = ${homeId}`);
  ids = [];
  for (let n = 0; n < 20; n += 1) ids.push(await say(ada, channel, 'x'));
  await halfRead(pool, { realmId: server.realmId, userId: grace.id, homeId, count: COUNT });
});
afterAll(() => server.stop());

type Plan = {
  'QUERY PLAN': [
    { 'Execution Time': number; Plan: { 'WAL Records': number; 'WAL Bytes': number; 'WAL FPI': number } },
  ];
};

async function unreadCount() {
  return (
    await server.server.world.pool.first(
      sql<{ n: number }>`select unread_count(${server.realmId}, ${grace.id}, ${homeId}) as n`,
    )
  )?.n;
}

async function mark(ordinal: number) {
  const row = await server.server.world.pool.first(
    sql<Plan>`explain (analyze, wal, format json)
      select mark_ordinals(${server.realmId}, ${grace.id}, ${homeId}, array[${ordinal}]::bigint[], true)`,
  );
  const [plan] = row?.['QUERY PLAN'] ?? [];
  if (plan === undefined) throw new Error('There is no plan.');
  const { 'WAL Records': records, 'WAL Bytes': bytes, 'WAL FPI': pages } = plan.Plan;
  return { records, bytes, pages };
}

test('marking any of a million messages writes a bounded number of bytes', async () => {
  expect(await unreadCount()).toBe(COUNT / 2);
  const costs = [];
  for (let n = 0; n < 20; n += 1) {
    const ordinal = 1 + 2 * Math.floor((n / 20) * (COUNT / 2));
    // A page that is changed for the first time after a checkpoint is written as a whole, whatever changed.
    expect((await mark(ordinal)).pages).toBeLessThan(8);
    const cost = await mark(ordinal + 2);
    if (cost.pages === 0) costs.push(cost);
  }
  const bytes = Math.max(...costs.map((cost) => cost.bytes));
  expect(costs.length).toBeGreaterThan(10);
  expect(bytes).toBeLessThan(4096);
  expect(await unreadCount()).toBe(COUNT / 2 - 40);
});

test('the whole request writes a bounded number of bytes', async () => {
  for (const id of ids)
    await grace.connection.call(updateMessageFlags, { op: 'add', flag: 'read', messages: [id] });
  expect(await unreadCount()).toBe(COUNT / 2 - 50);
});
