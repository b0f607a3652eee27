import { setTimeout as pause } from 'node:timers/promises';
import { createScheduledMessage } from '@parley/contract/endpoints/scheduled-messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, type Pool } from '../../engine/db/pool.ts';
import { sql } from '../../engine/db/sql.ts';
import { startCommand, type Running } from '@parley/test-support/command.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { channelOf } from '@parley/test-support/talk.ts';

let server: TestServer;
let ada: TestUser;
let channel: number;
let pool: Pool;
const nodes: Running[] = [];

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  channel = await channelOf(server, 'plans', [ada]);
  pool = createPool({ url: server.databaseUrl, connections: 2 }, () => {});
});
afterAll(async () => {
  for (const { child } of nodes) child.kill('SIGKILL');
  await Promise.all(nodes.map(({ ended }) => ended));
  await pool.end();
  await server.stop();
});

const MESSAGE_COUNT = 80;
const KILL_COUNT = 2;
const FAR_FUTURE_SECONDS = 4_000_000_000;

async function startNode(): Promise<Running> {
  const port = String(await freePort());
  const node = startCommand(['serve'], {
    PARLEY_DATABASE_URL: server.databaseUrl,
    PARLEY_SECRET: 'a secret for tests that is long enough',
    PARLEY_EXTERNAL_HOST: 'parley.test',
    PARLEY_URL_SCHEME: 'http',
    PARLEY_LISTEN_ADDRESS: '127.0.0.1',
    PARLEY_PORT: port,
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_RATE_LIMITS: 'false',
    PARLEY_FILES: server.server.world.config.files.directory,
  });
  nodes.push(node);
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) await pause(50);
  return node;
}

async function texts(): Promise<string[]> {
  const rows = await pool.all(
    sql<{ content: string }>`select content from message
      where realm_id = ${server.realmId} and channel_id = ${channel} and topic = 'due' order by id`,
  );
  return rows.map(({ content }) => content);
}

async function waiting(): Promise<number> {
  const row = await pool.first(
    sql<{ count: number }>`select count(*) from scheduled_message where realm_id = ${server.realmId}`,
  );
  return row?.count ?? 0;
}

test('each due message is sent once while nodes are killed', async () => {
  for (let n = 0; n < MESSAGE_COUNT; n += 1)
    await ada.connection.call(createScheduledMessage, {
      type: 'channel',
      to: channel,
      topic: 'due',
      content: `message ${n}`,
      scheduled_delivery_timestamp: FAR_FUTURE_SECONDS,
    });
  await server.server.stop();
  await Promise.all([startNode(), startNode()]);
  // Each batch becomes due while two nodes run; then the older node is killed and a new node starts.
  for (let kill = 0; kill < KILL_COUNT; kill += 1) {
    const before = (await texts()).length;
    await pool.all(sql`
      update scheduled_message set due_at = now() where realm_id = ${server.realmId} and id in (
        select id from scheduled_message where realm_id = ${server.realmId} order by id
        limit ${MESSAGE_COUNT / KILL_COUNT}
      )`);
    while ((await texts()).length === before) await pause(2);
    nodes.at(-2)?.child.kill('SIGKILL');
    await startNode();
    // Expires the claims of the killed node.
    await pool.all(sql`update scheduled_message set taken_until = null where realm_id = ${server.realmId}`);
  }
  await pool.all(sql`
    update scheduled_message set due_at = now(), taken_until = null where realm_id = ${server.realmId}`);
  while ((await waiting()) > 0) await pause(50);
  const sent = await texts();
  expect(sent).toHaveLength(MESSAGE_COUNT);
  expect(new Set(sent).size).toBe(MESSAGE_COUNT);
}, 240_000);
