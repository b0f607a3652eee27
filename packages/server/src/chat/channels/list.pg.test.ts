import { roles } from '@parley/contract/rights/roles.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { createChannel, getStreams } from '@parley/contract/endpoints/streams.ts';
import { createConnection } from '@parley/client/connection.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let ada: TestUser;
let guest: TestUser;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  guest = await server.user({ role: roles.guest });
  const make = async (name: string, subscribers: number[], invite_only = false) => {
    const made = await ada.connection.call(createChannel, { name, subscribers, invite_only });
    ids[name] = made.id;
  };
  await make('plaza', [ada.id, guest.id]);
  await make('Zoo', []);
  await make('cellar', [ada.id], true);
  await make('old', [ada.id]);
  await server.server.world.pool.all(sql`update channel set is_archived = true where id = ${ids['old']}`);
});
afterAll(() => server.stop());

test('a bot lists the channels of its owner with include_owner_subscribed', async () => {
  const made = await ada.connection.call(createBot, { short_name: 'finder', full_name: 'Finder' });
  const { streams } = await createConnection({
    url: server.url,
    credentials: { email: 'finder-bot@parley.test', apiKey: made.api_key },
  }).call(getStreams, { include_public: false, include_owner_subscribed: true });
  expect(streams.map(({ name }) => name)).toEqual(['cellar', 'plaza']);
});
