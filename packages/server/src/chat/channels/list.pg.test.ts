import { roles } from '@parley/contract/rights/roles.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import {
  createChannel,
  getStreamById,
  getStreamId,
  getStreams,
  getSubscribers,
} from '@parley/contract/endpoints/streams.ts';
import { createConnection } from '@parley/client/connection.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let owner: TestUser;
let ada: TestUser;
let ben: TestUser;
let guest: TestUser;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner });
  ada = await server.user();
  ben = await server.user();
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

async function names(user: TestUser, filter = {}) {
  return (await user.connection.call(getStreams, filter)).streams.map(({ name }) => name);
}

test('a list contains the visible channels that match the filter, sorted by name', async () => {
  expect(await names(ada)).toEqual(['Zoo', 'cellar', 'plaza']);
  expect(await names(ben)).toEqual(['Zoo', 'plaza']);
  expect(await names(owner, { include_all: true })).toEqual(['Zoo', 'cellar', 'plaza']);
  expect(await names(owner, { include_can_access_content: true })).toEqual(['Zoo', 'plaza']);
  expect(await names(ben, { include_all_active: true, exclude_archived: false })).toEqual([
    'Zoo',
    'old',
    'plaza',
  ]);
  expect(await names(guest)).toEqual(['plaza']);
  expect(await names(guest, { include_all: true })).toEqual(['plaza']);
  expect(await names(ada, { include_public: false, include_subscribed: false })).toEqual([]);
  expect(await names(ben, { include_public: false, include_web_public: true })).toEqual([]);
});

test('default channels are marked if include_default is set', async () => {
  const { streams } = await ada.connection.call(getStreams, { include_default: true });
  expect(streams.map(({ is_default }) => is_default)).toEqual([false, false, false]);
});

test('a bot lists the channels of its owner with include_owner_subscribed', async () => {
  const made = await ada.connection.call(createBot, { short_name: 'finder', full_name: 'Finder' });
  const { streams } = await createConnection({
    url: server.url,
    credentials: { email: 'finder-bot@parley.test', apiKey: made.api_key },
  }).call(getStreams, { include_public: false, include_owner_subscribed: true });
  expect(streams.map(({ name }) => name)).toEqual(['cellar', 'plaza']);
});

test('a hidden channel looks like one that does not exist', async () => {
  const ask = (user: TestUser, name: string) =>
    user.connection.call(getStreamById, { stream_id: ids[name] ?? 0 });
  expect((await ask(ben, 'old')).stream.name).toBe('old');
  expect((await ask(owner, 'cellar')).stream.name).toBe('cellar');
  const errors = await Promise.all(
    [
      ask(ben, 'cellar'),
      ask(guest, 'Zoo'),
      ben.connection.call(getStreamById, { stream_id: 999_999 }),
      ben.connection.call(getSubscribers, { stream_id: ids['cellar'] ?? 0 }),
      owner.connection.call(getStreamId, { stream: 'cellar' }),
      ada.connection.call(getStreamId, { stream: 'old' }),
      ada.connection.call(getStreamId, { stream: 'nothing' }),
    ].map((answer) => answer.then(String, (error: Error & { code: string }) => [error.code, error.message])),
  );
  expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
  expect(errors[0]?.[0]).toBe('BAD_REQUEST');
});

test('subscribers are listed by channel id, and ids are found by channel name', async () => {
  const { subscribers } = await ben.connection.call(getSubscribers, { stream_id: ids['plaza'] ?? 0 });
  expect(subscribers).toEqual([ada.id, guest.id]);
  expect(await ada.connection.call(getStreamId, { stream: ' PLAZA' })).toMatchObject({
    stream_id: ids['plaza'],
  });
  expect(
    (await owner.connection.call(getSubscribers, { stream_id: ids['cellar'] ?? 0 })).subscribers,
  ).toEqual([ada.id]);
});

test('creating a channel with a taken or blank name fails', async () => {
  const createAgain = (name: string) => ben.connection.call(createChannel, { name, subscribers: [] });
  for (const name of ['plaza', 'OLD', 'cellar'])
    await expect(createAgain(name)).rejects.toMatchObject({ code: 'CHANNEL_ALREADY_EXISTS', status: 409 });
  await expect(createAgain(' ')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(
    ben.connection.call(createChannel, { name: 'new', subscribers: [999_999] }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(guest.connection.call(createChannel, { name: 'new', subscribers: [] })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect(await names(owner, { include_all: true })).not.toContain('new');
});

test('an archived channel accepts subscribers and stays archived', async () => {
  const { subscribed } = await ben.connection.call(subscribe, { subscriptions: [{ name: 'old' }] });
  expect(subscribed).toEqual({ [ben.id]: ['old'] });
  const { stream } = await ben.connection.call(getStreamById, { stream_id: ids['old'] ?? 0 });
  expect(stream).toMatchObject({ is_archived: true, subscriber_count: 2 });
});
