import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** Begin, current rows, parts, unread messages, the queue, commit. */
const MAX_STATEMENTS = 6;
/** A merged statement is prepared after it has been used a few times. */
const WARM_UP = 5;

// Connections keep the function that they find when they are made.
const query = vi.spyOn(Client.prototype, 'query');

let server: TestServer;
let ada: TestUser;
let grace: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ role: 200 });
  grace = await server.user();
  for (const name of ['design', 'kitchen', 'release'])
    await ada.connection.call(subscribe, { subscriptions: [{ name }], principals: [ada.id, grace.id] });
  for (const to of ['design', 'kitchen'])
    await ada.connection.call(sendMessage, { type: 'stream', to, topic: 'news', content: 'Hello' });
  await ada.connection.call(sendMessage, { type: 'direct', to: [grace.id], content: 'Hello' });
});
afterAll(async () => {
  await server.stop();
  query.mockRestore();
});

function register(who: TestUser) {
  return who.connection.call(registerQueue, {
    slim_presence: true,
    client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
  });
}

test('a registration needs few statements, and all reads are prepared', async () => {
  const { queue_id: _, server_timestamp: _at, ...alone } = await register(grace);
  for (let count = 0; count < WARM_UP; count += 1) await register(grace);
  query.mockClear();
  const { queue_id: _id, server_timestamp: _now, ...merged } = await register(grace);
  const calls = query.mock.calls.map(([statement], index) => ({
    client: query.mock.contexts[index],
    statement: statement as unknown as Statement,
  }));
  // Background jobs use other connections meanwhile.
  const client = calls.find(({ statement }) => textOf(statement).startsWith('begin isolation level'))?.client;
  const statements = calls.filter((call) => call.client === client).map(({ statement }) => statement);
  const texts = statements.map(textOf);
  const snapshot = statements.slice(
    texts.findIndex((text) => text.startsWith('begin')),
    texts.lastIndexOf('commit') + 1,
  );
  expect(merged).toEqual(alone);
  expect(merged.unread_msgs?.count).toBe(3);
  expect(snapshot.length).toBeGreaterThan(2);
  expect(snapshot.length).toBeLessThanOrEqual(MAX_STATEMENTS);
  expect(snapshot.slice(1, -1).filter(isUnnamed)).toEqual([]);
});

type Statement = string | { readonly name?: string; readonly text: string };

function textOf(statement: Statement): string {
  return typeof statement === 'string' ? statement : statement.text;
}

function isUnnamed(statement: Statement): boolean {
  return typeof statement === 'string' || statement.name === undefined;
}
