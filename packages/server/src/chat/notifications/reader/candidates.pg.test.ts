import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { escapeLiteral } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile, type Query, type Reader } from '../../../engine/db/sql.ts';
import { headOf, readEntries } from '../../../delivery/readers/entries.ts';
import { findCandidates } from './candidates.ts';
import { sentMessagesIn, type NotifiableMessage } from './notifiable.ts';

const USERS = 12;
const TOPICS = 5;
const FOLLOWED = 3;
const CHANNEL_MESSAGES = 150;
const DIRECT_MESSAGES = 50;

let server: TestServer;
let users: TestUser[];
let messages: NotifiableMessage[];

beforeAll(async () => {
  server = await startTestServer();
  users = [];
  for (let n = 0; n < USERS; n += 1) users.push(await server.user());
  const channelId = await channelOf(server, 'filled', users);
  const [sender, ...others] = users as [TestUser, ...TestUser[]];
  for (let n = 0; n < TOPICS; n += 1) await say(sender, channelId, `topic ${n}`);
  for (const user of others)
    for (let n = 0; n < TOPICS; n += 1)
      await user.connection.call(updateUserTopic, {
        stream_id: channelId,
        topic: `topic ${n}`,
        visibility_policy: FOLLOWED,
      });
  const from = await head();
  await Promise.all([
    ...Array.from({ length: CHANNEL_MESSAGES }, (_, n) => say(sender, channelId, `topic ${n % TOPICS}`)),
    ...Array.from({ length: DIRECT_MESSAGES }, (_, n) =>
      sender.connection.call(sendMessage, {
        type: 'direct',
        to: others.slice(n % 5, (n % 5) + 5).map(({ id }) => id),
        content: 'hello',
      }),
    ),
  ]);
  const { pool } = server.server.world;
  const { realmId } = server;
  messages = sentMessagesIn(
    await readEntries(pool, realmId, { after: from, upTo: await head(), limit: 1_000 }),
  );
});
afterAll(() => server.stop());

function head(): Promise<number> {
  return headOf(server.server.world.pool, server.realmId);
}

type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
};

/** Rows that the plan compared and dropped, of the query as the pool runs it: planned without its parameters. */
async function droppedRows(query: Query<unknown>): Promise<number> {
  const client = await server.server.world.pool.connect();
  try {
    const { sql: text, parameters } = compile(query);
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare candidates as ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) execute candidates (${parameters.map(literal).join(', ')})`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (plan === undefined) throw new Error('There is no plan.');
    return droppedIn(plan);
  } finally {
    client.release(true);
  }
}

function droppedIn(node: PlanNode): number {
  const own = (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, plan) => sum + droppedIn(plan), own);
}

function literal(value: unknown): string {
  if (!Array.isArray(value)) return escapeLiteral(String(value));
  return escapeLiteral(`{${value.map((one) => (one === null ? 'NULL' : JSON.stringify(one))).join(',')}}`);
}

test('candidates of many messages are found without comparing every candidate with every message', async () => {
  const queries: Query<unknown>[] = [];
  const { pool } = server.server.world;
  const reader: Reader = {
    all: (query, name) => {
      queries.push(query);
      return pool.all(query, name);
    },
    first: (query) => pool.first(query),
  };
  const found = await findCandidates(reader, server.realmId, messages);
  const keys = new Set(found.map(({ message, userId }) => `${message.id} ${userId}`));
  expect(keys.size).toBe(found.length);
  // Of a channel message the followers and the sender, who follows what he writes to; of a direct one its six users.
  expect(found.length).toBe(CHANNEL_MESSAGES * USERS + DIRECT_MESSAGES * 6);
  expect(queries).toHaveLength(1);
  for (const query of queries) expect(await droppedRows(query)).toBeLessThanOrEqual(messages.length);
});
