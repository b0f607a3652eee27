import type { ConversationName, ConversationSummary } from '@parley/contract/endpoints/conversations.ts';
import { getConversations } from '@parley/contract/endpoints/conversations.ts';
import { getStreamTopics, subscribe } from '@parley/contract/endpoints/channels.ts';
import { deleteMessage, sendMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { archiveStream } from '@parley/contract/endpoints/streams.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
let guest: TestUser;
const servers: TestServer[] = [];

beforeEach(async () => {
  server = await startTestServer();
  servers.push(server);
  [ada, ben, guest] = [
    await server.user({ role: roles.administrator }),
    await server.user(),
    await server.user({ role: roles.guest }),
  ];
});
afterAll(async () => {
  for (const one of servers) await one.stop();
});

const PROTECTED = { invite_only: true, history_public_to_subscribers: false };

async function list({ connection }: TestUser, args: { before?: number; limit?: number } = {}) {
  return connection.call(getConversations, { ...args, allow_empty_topic_name: true });
}

async function named({ connection }: TestUser, conversations: ConversationName[]) {
  return (await connection.call(getConversations, { conversations, allow_empty_topic_name: true }))
    .conversations;
}

function directly({ connection }: TestUser, to: number[], content: string): Promise<{ id: number }> {
  return connection.call(sendMessage, { type: 'direct', to, content });
}

function nameOf(conversation: ConversationSummary): string {
  return conversation.type === 'stream' ? conversation.topic : `with ${conversation.user_ids.join(',')}`;
}

/** Without notices about channels. */
function namesOf(conversations: readonly ConversationSummary[]): string[] {
  return conversations.map(nameOf).filter((name) => name !== 'channel events');
}

async function join(user: TestUser, name: string): Promise<void> {
  await ada.connection.call(subscribe, {
    subscriptions: [{ name }],
    principals: [user.id],
    send_new_subscription_messages: false,
  });
}

test('with protected history only messages from the periods of the subscription count', async () => {
  const vault = await channelOf(server, 'vault', [ada], PROTECTED);
  await say(ada, vault, 'before', 'secret');
  await say(ada, vault, 'both', 'secret');
  await join(ben, 'vault');
  const seen = await say(ada, vault, 'both', 'seen');
  await ben.connection.call(unsubscribe, { subscriptions: ['vault'] });
  expect(namesOf((await list(ben)).conversations)).toEqual([]);
  expect(await named(ben, [{ stream_id: vault, topic: 'both' }])).toEqual([]);
  const third = await server.user();
  await join(third, 'vault');
  await say(third, vault, 'BOTH', 'missed');
  await say(ada, vault, 'between', 'missed');
  await join(ben, 'vault');
  const { conversations } = await list(ben);
  const [both, ...others] = conversations.filter((one) => nameOf(one) !== 'channel events');
  expect(others).toEqual([]);
  expect(both).toMatchObject({ topic: 'both', max_id: seen, preview: 'seen', sender_ids: [ada.id] });
  const asked = ['before', 'both', 'between', 'nothing'].map((topic) => ({ stream_id: vault, topic }));
  expect(await named(ben, asked)).toEqual([both]);
});

test('a message moved into protected history counts for its readers at that time', async () => {
  const open = await channelOf(server, 'open', [ada, ben]);
  const vault = await channelOf(server, 'vault', [ada], PROTECTED);
  const early = await say(ada, open, 'x', 'early');
  const late = await say(ada, open, 'y', 'late');
  const move = (message_id: number): Promise<unknown> =>
    ada.connection.call(updateMessage, {
      message_id,
      stream_id: vault,
      topic: 'moved',
      send_notification_to_new_thread: false,
      send_notification_to_old_thread: false,
    });
  await move(late);
  await join(ben, 'vault');
  await move(early);
  const [moved] = await named(ben, [{ stream_id: vault, topic: 'moved' }]);
  expect(moved).toMatchObject({ max_id: early, preview: 'early' });
  expect((await named(ada, [{ stream_id: vault, topic: 'moved' }]))[0]).toMatchObject({ max_id: late });
});

test('a deleted message and an archived channel disappear from the list', async () => {
  const channel = await channelOf(server, 'open', [ada]);
  const other = await channelOf(server, 'other', [ada]);
  const kept = await say(ada, channel, 't', 'kept');
  const gone = await say(ada, channel, 't', 'gone');
  await say(ada, other, 'archived');
  await ada.connection.call(deleteMessage, { message_id: gone });
  await ada.connection.call(archiveStream, { stream_id: other });
  const { conversations } = await list(ada);
  expect(namesOf(conversations)).toEqual(['t']);
  expect(conversations.find((one) => nameOf(one) === 't')).toMatchObject({ max_id: kept, preview: 'kept' });
});

test('the list agrees with the topics of each channel and the recent direct conversations', async () => {
  const users = [ada, ben, guest];
  const channels = [
    await channelOf(server, 'one', [ada, ben]),
    await channelOf(server, 'two', [ada], PROTECTED),
    await channelOf(server, 'three', [ada, ben, guest], { invite_only: true }),
  ];
  for (let step = 0; step < 60; step += 1) {
    const channel = channels[step % 3] ?? 0;
    if (step === 20 || step === 45) await join(ben, 'two');
    if (step === 30) await ben.connection.call(unsubscribe, { subscriptions: ['two'] });
    await say(ada, channel, `topic ${step % 7}`, `message ${step}`);
    if (step % 9 === 0) await directly(users[step % 3] ?? ada, [users[(step + 1) % 3]?.id ?? 0], 'hello');
  }
  for (const user of users) {
    const state = await user.connection.call(registerQueue, {
      fetch_event_types: ['subscription', 'recent_private_conversations'],
    });
    const expected: (readonly [string, number])[] = (state.recent_private_conversations ?? []).map(
      ({ user_ids, max_message_id }) => [user_ids.join(','), max_message_id],
    );
    for (const { stream_id } of state.subscriptions ?? []) {
      const { topics } = await user.connection.call(getStreamTopics, { stream_id });
      expected.push(...topics.map(({ name, max_id }) => [`${stream_id} ${name}`, max_id] as const));
    }
    const { conversations } = await list(user, { limit: 200 });
    expect(
      conversations.map((one) => [
        one.type === 'stream' ? `${one.stream_id} ${one.topic}` : one.user_ids.join(','),
        one.max_id,
      ]),
    ).toEqual(expected.toSorted((a, b) => b[1] - a[1]));
  }
});

test.each([
  { before: 5, conversations: [] },
  { limit: 0 },
  { limit: 201 },
  { before: 0 },
  { conversations: Array.from({ length: 201 }, () => ({ user_ids: [] })) },
])('a request with %j is refused', async (args) => {
  await expect(ada.connection.call(getConversations, args)).rejects.toMatchObject({ status: 400 });
});
