import { createClient, type Client } from '@parley/client';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually, until } from '@parley/test-support/eventually.ts';
import type { Chat, MessageWindow, ReactionEmoji } from '../chat.ts';
import { saveEdit } from './message-actions.ts';
import { createChat } from '../create-chat.ts';
import { narrowKey, type Conversation } from '../narrow/narrow.ts';

const HEART: ReactionEmoji = { name: 'heart', code: '2764', type: 'unicode_emoji' };

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
let chat: Chat;
let channelId = 0;
let window: MessageWindow;
let first: number;

/** Requests to this path are refused. */
let refused: string | undefined;

const refusing: typeof fetch = async (input, init) => {
  const { pathname } = new URL(new Request(input).url);
  if (refused === undefined || !pathname.endsWith(refused)) return fetch(input, init);
  return Response.json({ result: 'error', msg: 'Not today', code: 'BAD_REQUEST' }, { status: 400 });
};

function clientOf({ email, apiKey }: TestUser, own?: typeof fetch): Client {
  return createClient({ url: server.url, email, apiKey, ...(own === undefined ? {} : { fetch: own }) });
}

async function post(topic: string, content: string): Promise<number> {
  return (await clientOf(ben).sendMessage({ type: 'channel', to: channelId, topic, content })).id;
}

function inTopic(topic: string): Conversation {
  return { kind: 'topic', channelId, topic };
}

beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [await server.user({ fullName: 'Ada', role: 200 }), await server.user({ fullName: 'Ben' })];
  for (const user of [ada, ben]) await clientOf(user).subscribe({ subscriptions: [{ name: 'lab' }] });
  channelId = (await clientOf(ada).getSubscriptions()).subscriptions[0]?.stream_id ?? 0;
  first = await post('plans', 'one');
  for (const text of ['two', 'three', 'four']) await post('plans', text);
  chat = await createChat(clientOf(ada, refusing));
  window = chat.openWindow(inTopic('plans'));
  window.view.subscribe(() => undefined);
  await until(() => window.view.get().ids.length === 4);
});
afterAll(async () => {
  await chat.close();
  await server.stop();
});

test('a star and a reaction show at once and stay', async () => {
  const star = chat.actions.setStarred(first, true);
  const reaction = chat.actions.toggleReaction(first, HEART);
  expect(chat.messages.get(first)?.flags).toContain('starred');
  expect(chat.messages.get(first)?.reactions).toHaveLength(1);
  await Promise.all([star, reaction]);
  expect(chat.messages.get(first)).toMatchObject({ reactions: [{ emoji_code: '2764', user_id: ada.id }] });
  expect(chat.messages.get(first)?.flags).toContain('starred');
  expect(chat.state.get().starred_messages).toEqual([first]);
  await chat.actions.toggleReaction(first, HEART);
  expect(chat.messages.get(first)?.reactions).toEqual([]);
});

test('a refused change is taken back and said', async () => {
  refused = '/reactions';
  const change = chat.actions.toggleReaction(first, HEART);
  expect(chat.messages.get(first)?.reactions).toHaveLength(1);
  await change;
  refused = undefined;
  expect(chat.messages.get(first)?.reactions).toEqual([]);
  expect(chat.actions.refusal.get()).toBe('Not today');
});

test('muting and following show at once in state and counts', async () => {
  expect(chat.unread.get().total).toBe(4);
  const muting = chat.actions.setTopicVisibility(channelId, 'plans', 'muted');
  expect(chat.unread.get().total).toBe(0);
  await muting;
  expect(chat.unread.get().total).toBe(0);
  await chat.actions.setTopicVisibility(channelId, 'plans', 'followed');
  expect(chat.unread.get().byKey.get(narrowKey(inTopic('plans')))).toMatchObject({ isFollowed: true });
  const channel = chat.actions.setChannelMuted(channelId, true);
  expect(chat.state.get().subscriptions?.find((one) => one.stream_id === channelId)?.is_muted).toBe(true);
  await channel;
  await chat.actions.setChannelMuted(channelId, false);
});

test('a conversation marked as read in bulk can be undone', async () => {
  const done = chat.actions.markConversationRead(inTopic('plans'));
  expect(chat.unread.get().total).toBe(0);
  await done;
  expect(chat.actions.undoable.get()?.text).toBe('4 messages marked as read');
  await chat.actions.undoable.get()?.undo();
  await eventually(() => {
    expect(chat.unread.get().total).toBe(4);
  });
  expect(chat.actions.undoable.get()).toBeUndefined();
});

test('messages are unread from the chosen one on', async () => {
  chat.actions.markRead(window.view.get().ids);
  await chat.flush();
  const [, , third = 0] = window.view.get().ids;
  await chat.actions.markUnreadFrom(inTopic('plans'), third);
  await eventually(() => {
    expect(chat.unread.get().byKey.get(narrowKey(inTopic('plans')))?.ids).toEqual(
      window.view.get().ids.filter((id) => id >= third),
    );
  });
});

test('seen messages are reported in one request', async () => {
  const { ids } = window.view.get();
  const spy = vi.spyOn(globalThis, 'fetch');
  const reports = (): number =>
    spy.mock.calls.filter(([input]) => new Request(input).url.endsWith('/messages/flags')).length;
  for (const id of ids) chat.actions.markRead([id]);
  expect(chat.unread.get().total).toBe(0);
  expect(reports()).toBe(0);
  await eventually(() => {
    expect(reports()).toBe(1);
  });
  await eventually(async () => {
    expect((await clientOf(ada).registerQueue()).unread_msgs?.count).toBe(0);
  });
  expect(reports()).toBe(1);
  spy.mockRestore();
});

test('a topic is resolved, renamed and edited, and the windows follow', async () => {
  const { ids } = window.view.get();
  await chat.actions.setResolved(channelId, 'plans', true);
  const resolved = chat.openWindow(inTopic('✔ plans'));
  resolved.view.subscribe(() => undefined);
  await eventually(() => {
    expect(resolved.view.get().ids.slice(0, 4)).toEqual(ids);
    expect(window.view.get().ids).toEqual([]);
  });
  await chat.actions.setResolved(channelId, '✔ plans', false);
  const own = (
    await clientOf(ada).sendMessage({ type: 'channel', to: channelId, topic: 'plans', content: 'x' })
  ).id;
  await saveEdit(chat, own, '**y**');
  await eventually(() => {
    expect(chat.messages.get(own)?.content).toBe('<p><strong>y</strong></p>');
  });
  await chat.actions.deleteMessage(own);
  await eventually(() => {
    expect(window.view.get().ids).not.toContain(own);
  });
});
