import { createClient, type Client } from '@parley/client';
import { eventually, until } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Chat, ReactionEmoji } from '../chat.ts';
import { createChat } from '../create-chat.ts';
import { memoryPersistence } from '../disk/memory-persistence.ts';
import type { Persistence } from '../model/store.ts';

const HEART: ReactionEmoji = { name: 'heart', code: '2764', type: 'unicode_emoji' };

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
let channelId = 0;
let isOnline = true;
let requests: { readonly path: string; readonly method: string; readonly outlivesPage: boolean }[] = [];

const watched: typeof fetch = async (input, init) => {
  const { pathname } = new URL(new Request(input).url);
  if (!isOnline) throw new TypeError('Failed to fetch');
  const path = pathname.replace('/api/v1', '');
  requests.push({ path, method: init?.method ?? 'GET', outlivesPage: init?.keepalive === true });
  return fetch(input, init);
};

function clientOf({ email, apiKey }: TestUser): Client {
  return createClient({ url: server.url, email, apiKey, fetch: watched, onTrouble: () => undefined });
}

function open(persistence: Persistence): Promise<Chat> {
  return createChat(clientOf(ada), { persistence });
}

async function postAndShow(chat: Chat, topic: string): Promise<number> {
  const window = chat.openWindow({ kind: 'topic', channelId, topic });
  window.view.subscribe(() => undefined);
  const { id } = await clientOf(ben).sendMessage({ type: 'channel', to: channelId, topic, content: 'one' });
  await until(() => window.view.get().ids.length === 1);
  return id;
}

async function onServer(messageId: number): Promise<{ isRead: boolean; isStarred: boolean; hearts: number }> {
  const { message } = await createClient({
    url: server.url,
    email: ada.email,
    apiKey: ada.apiKey,
  }).getMessage({
    message_id: messageId,
  });
  return {
    isRead: message.flags.includes('read'),
    isStarred: message.flags.includes('starred'),
    hearts: message.reactions.filter(({ user_id }) => user_id === ada.id).length,
  };
}

beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [await server.user({ fullName: 'Ada' }), await server.user({ fullName: 'Ben' })];
  for (const user of [ada, ben]) await clientOf(user).subscribe({ subscriptions: [{ name: 'lab' }] });
  channelId = (await clientOf(ada).getSubscriptions()).subscriptions[0]?.stream_id ?? 0;
});
afterAll(() => server.stop());

test('marks, stars and reactions of a page without a network are shown, and told by the next page', async () => {
  const persistence = memoryPersistence();
  const first = await open(persistence);
  const id = await postAndShow(first, 'away');
  isOnline = false;
  first.actions.markRead([id]);
  void first.flush({ isLeaving: true });
  void first.actions.setStarred(id, true);
  // The last of three decides, and the server takes a reaction once.
  for (let n = 0; n < 3; n += 1) void first.actions.toggleReaction(id, HEART);
  expect(first.messages.get(id)?.reactions).toHaveLength(1);
  expect(first.messages.get(id)?.flags).toEqual(expect.arrayContaining(['read', 'starred']));
  expect(first.actions.refusal.get()).toBeUndefined();
  await first.close();
  expect((await persistence.load()).changes).toHaveLength(5);

  isOnline = true;
  const second = await open(persistence);
  await eventually(async () => {
    expect(await onServer(id)).toEqual({ isRead: true, isStarred: true, hearts: 1 });
  });
  await eventually(async () => {
    expect((await persistence.load()).changes).toEqual([]);
  });
  expect(second.actions.refusal.get()).toBeUndefined();
  await second.close();
});

test('a change that the server has made before a crash is no refusal, and is not made again', async () => {
  const persistence = memoryPersistence();
  const chat = await open(persistence);
  const id = await postAndShow(chat, 'twice');
  await chat.actions.toggleReaction(id, HEART);
  await chat.close();
  const known = { kind: 'reaction', op: 'add', messageId: id, emoji: HEART, created: 1, key: 'k' } as const;
  await persistence.putChange(known);
  requests = [];
  const again = await open(persistence);
  await eventually(async () => {
    expect((await persistence.load()).changes).toEqual([]);
  });
  expect(again.actions.refusal.get()).toBeUndefined();
  expect(requests.filter(({ path }) => path.endsWith('/reactions'))).toEqual([]);
  expect((await onServer(id)).hearts).toBe(1);
  await again.close();
});

test('messages seen in the last second are reported by a request that outlives the page', async () => {
  const chat = await open(memoryPersistence());
  const id = await postAndShow(chat, 'leaving');
  requests = [];
  chat.actions.markRead([id]);
  expect(requests).toEqual([]);
  await chat.flush({ isLeaving: true });
  expect(requests).toContainEqual({ path: '/messages/flags', method: 'POST', outlivesPage: true });
  expect((await onServer(id)).isRead).toBe(true);
  await chat.close();
});
