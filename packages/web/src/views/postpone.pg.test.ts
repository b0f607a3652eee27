import { createClient, type Client } from '@parley/client';
import { until } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Chat } from '../data/chat.ts';
import { createChat } from '../data/create-chat.ts';
import type { Conversation } from '../data/narrow/narrow.ts';
import { isAway, postpone, postponedOf, takeBack } from './postpone.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
let chat: Chat;
let topic: Conversation;

function clientOf({ email, apiKey }: TestUser): Client {
  return createClient({ url: server.url, email, apiKey });
}

beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [await server.user({ fullName: 'Ada' }), await server.user({ fullName: 'Ben', role: 200 })];
  for (const user of [ben, ada]) await clientOf(user).subscribe({ subscriptions: [{ name: 'lab' }] });
  const channelId = (await clientOf(ada).getSubscriptions()).subscriptions[0]?.stream_id ?? 0;
  topic = { kind: 'topic', channelId, topic: 'night & day' };
  await clientOf(ben).sendMessage({ type: 'channel', to: channelId, topic: 'night & day', content: 'one' });
  await clientOf(ben).sendMessage({ type: 'direct', to: [ada.id], content: 'two' });
  chat = await createChat(clientOf(ada));
});
afterAll(async () => {
  await chat.close();
  await server.stop();
});

test('a postponed conversation is away until it is taken back', async () => {
  const direct: Conversation = { kind: 'direct', userIds: [ben.id] };
  const due = new Date(Math.ceil(Date.now() / 1000) * 1000 + HOUR_MS);
  expect(await postpone(chat, topic, due)).toBe(true);
  await until(() => isAway(chat.state.get())(topic));
  const [postponed, ...others] = postponedOf(chat.state.get());
  expect(others).toEqual([]);
  expect(postponed).toMatchObject({ conversation: topic, due: due.getTime() / 1000, note: '' });
  expect(isAway(chat.state.get())(direct)).toBe(false);

  expect(await postpone(chat, direct, due)).toBe(true);
  await until(() => isAway(chat.state.get())(direct));

  await takeBack(chat, postponed?.messageId ?? 0);
  await until(() => !isAway(chat.state.get())(topic));
  expect(postponedOf(chat.state.get()).map(({ conversation }) => conversation)).toEqual([direct]);
});

test('a conversation without a known message cannot be postponed', async () => {
  const empty: Conversation = { kind: 'direct', userIds: [] };
  expect(await postpone(chat, empty, new Date(Date.now() + HOUR_MS))).toBe(false);
});
