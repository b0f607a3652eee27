import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
});
afterAll(() => server.stop());

function register(...types: string[]) {
  return ada.connection.call(registerQueue, { event_types: types });
}

test('state without content is empty, not absent', async () => {
  const { connection } = ada;
  expect(await connection.call(registerQueue)).toMatchObject({
    streams: [],
    subscriptions: [],
    starred_messages: [],
    recent_private_conversations: [],
    max_message_id: -1,
    realm_emoji: {},
    unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
  });
});

test('unread_msgs is returned only to clients that fetch both messages and flags', async () => {
  const messages = await register('message');
  expect(messages).toMatchObject({ max_message_id: -1 });
  expect(messages).not.toHaveProperty('unread_msgs');
  expect(await register('update_message_flags')).not.toHaveProperty('unread_msgs');
  expect(await register('message', 'update_message_flags')).toHaveProperty('unread_msgs');
});

test('muted_topics is omitted for clients that fetch user_topic', async () => {
  expect(await register('muted_topics')).toMatchObject({ muted_topics: [] });
  const both = await register('muted_topics', 'user_topic');
  expect(both).toHaveProperty('user_topics');
  expect(both).not.toHaveProperty('muted_topics');
});

test('an unknown event type adds nothing to the fields of every registration', async () => {
  expect(Object.keys(await register('nope')).toSorted()).toEqual([
    'feature_level',
    'idle_queue_timeout_secs',
    'last_event_id',
    'merge_base',
    'msg',
    'queue_id',
    'result',
    'server_version',
    'zulip_feature_level',
    'zulip_merge_base',
    'zulip_version',
  ]);
});
