import { request } from 'node:http';
import { once } from 'node:events';
import { getMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import type { Differences } from '../html-diff/differences.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';

let server: TestServer;
let ada: TestUser;
/** A message with 2,170 edits of 10 kB, as many as one user makes in 11 minutes. */
let message: number;

beforeAll(async () => {
  server = await startTestServer((config) => ({ ...config, rateLimits: true }));
  ada = await server.user();
  const channel = await channelOf(server, 'Editing', [ada]);
  message = await say(ada, channel, 'Tea', 'now');
  await ada.connection.call(updateMessage, { message_id: message, content: 'then' });
  // 200 edits in a statement, because a statement has a time limit.
  for (let first = 1; first <= 2_170; first += 200)
    await server.server.world.pool.all(sql`
      insert into message_edit (realm_id, message_id, position, user_id, at, prev_content, prev_rendered)
      select realm_id, message_id, position + n, user_id, at + n * interval '1 second', text, '<p>' || text || '</p>'
      from message_edit, generate_series(${first}::int, ${Math.min(first + 199, 2_170)}::int) n,
        lateral (select repeat('word' || n || ' tea ', 770) as text) texts
      where prev_content = 'now'`);
});
afterAll(() => server.stop());

let comparisons: MockInstance<Differences['compare']>;
beforeEach(() => {
  comparisons = vi.spyOn(server.server.world.differences, 'compare');
});
afterEach(() => {
  vi.restoreAllMocks();
});

function askHistory(signal?: AbortSignal) {
  const asked = request(`${server.url}/api/v1/messages/${message}/history`, {
    auth: `${ada.email}:${ada.apiKey}`,
    agent: false,
    ...(signal === undefined ? {} : { signal }),
  });
  asked.on('error', () => {});
  asked.end();
  return asked;
}

test('a history of 2,170 long edits has the original text and the newest edits, and counts as many requests', async () => {
  const [response] = (await once(askHistory(), 'response')) as [NodeJS.ReadableStream & { headers: object }];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  // All edits would be a hundred million characters. A comparison that ends in time has four times the markup of a late one.
  expect(text.length).toBeLessThan(8_000_000);
  const { message_history: states } = JSON.parse(text) as { message_history: { content: string }[] };
  expect(states.length).toBeGreaterThan(20);
  expect(comparisons).toHaveBeenCalledTimes(states.length - 1);
  expect([states[0]?.content, states.at(-1)?.content]).toEqual(['now', 'then']);
  expect(states.at(-1)).toHaveProperty('content_html_diff');
  const { 'x-ratelimit-remaining': remaining } = response.headers as Record<string, string>;
  expect(Number(remaining)).toBeLessThan(200 - 20);
});

test('a fetched message has a few of its edits, the newest first', async () => {
  const { message: fetched } = await ada.connection.call(getMessage, { message_id: message });
  const edits = fetched.edit_history ?? [];
  expect(edits.length).toBeGreaterThan(0);
  expect(JSON.stringify(edits).length).toBeLessThan(64 * 1024);
  expect(edits[0]?.timestamp).toBe(Math.max(...edits.map(({ timestamp }) => timestamp)));
});

test('the work for a history ends when its client has gone', async () => {
  const client = new AbortController();
  const held = Promise.withResolvers<string>();
  comparisons.mockImplementationOnce(() => held.promise);
  askHistory(client.signal);
  await vi.waitUntil(() => comparisons.mock.calls.length === 1, 20_000);
  client.abort();
  // The node takes the end of the connection before a request that begins later.
  await ada.connection.call(getOwnUser);
  held.resolve('');
  await ada.connection.call(getOwnUser);
  expect(comparisons).toHaveBeenCalledTimes(1);
});
