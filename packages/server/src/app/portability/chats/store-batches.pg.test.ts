import type { RenderResult } from '@parley/markdown';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import type { ImportHome } from './homes.ts';
import { createStore } from './store-batches.ts';
import type { MessageToWrite } from './write-messages.ts';

let server: TestServer;
let ada: TestUser;
let home: ImportHome;
let channelId: number;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  channelId = await channelOf(server, 'busy', [ada]);
  const conversation = await server.server.world.pool.first(
    sql<{
      id: number;
    }>`select conversation_id as id from channel where realm_id = ${server.realmId} and id = ${channelId}`,
  );
  home = { conversationId: conversation?.id ?? 0, channelId, users: [] } as unknown as ImportHome;
});
afterAll(() => server.stop());

const RENDERED = { html: '<p>old</p>', mentions: { users: [] } } as unknown as RenderResult;

function messages(name: string, count: number): MessageToWrite[] {
  return Array.from({ length: count }, (_, n) => ({
    key: `${name} ${n}`,
    message: { key: `${name} ${n}`, at: 1_700_000_000_000 + n } as MessageToWrite['message'],
    sender: ada.id,
    home,
    topic: name,
    content: 'old',
    rendered: RENDERED,
    files: [],
    edits: [],
    isFirst: true,
  }));
}

/** Messages of each transaction. */
async function sizes(topic: string): Promise<number[]> {
  const rows = await server.server.world.pool.all(
    sql<{ size: number }>`
      select count(*)::int as size from message
      where realm_id = ${server.realmId} and topic = ${topic} group by xmin order by min(id)`,
  );
  return rows.map(({ size }) => size);
}

test('messages are stored at once, and in small transactions while people write', async () => {
  const { world } = server.server;
  const store = createStore({
    world,
    realmId: server.realmId,
    origin: 'test',
    importId: 1,
    client: 'import from a test',
    accounts: new Map(),
    emoji: { pictures: {}, find: () => undefined },
  });
  await store(messages('first', 120));
  await store(messages('alone', 120));
  await say(ada, channelId, 'now', 'people write');
  // The positions of the log tell of them after a transaction.
  await store(messages('told', 120));
  await store(messages('beside', 120));
  expect(await sizes('alone')).toEqual([120]);
  expect(await sizes('beside')).toEqual([50, 50, 20]);
});
