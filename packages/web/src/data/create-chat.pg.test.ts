import { createClient, type Client } from '@parley/client';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually, until } from '@parley/test-support/eventually.ts';
import type { Chat, MessageWindow } from './chat.ts';
import { createChat } from './create-chat.ts';
import { memoryPersistence } from './disk/memory-persistence.ts';
import { narrowKey, type Conversation } from './narrow/narrow.ts';
import type { Persistence } from './model/store.ts';

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
let channelId: number;
const chats: Chat[] = [];

function clientOf({ email, apiKey }: TestUser): Client {
  return createClient({ url: server.url, email, apiKey });
}

async function chatOf(user: TestUser, persistence?: Persistence): Promise<Chat> {
  const chat = await createChat(clientOf(user), persistence === undefined ? {} : { persistence });
  chats.push(chat);
  return chat;
}

function textsIn(chat: Chat, window: MessageWindow): string[] {
  const { ids, pending } = window.view.get();
  return [
    ...ids.map((id) => chat.messages.get(id)?.content ?? '?'),
    ...pending.map(({ text }) => `… ${text}`),
  ];
}

async function post(user: TestUser, topic: string, content: string): Promise<number> {
  const { id } = await clientOf(user).sendMessage({ type: 'channel', to: channelId, topic, content });
  return id;
}

const topic = (name: string): Conversation => ({ kind: 'topic', channelId, topic: name });

beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [await server.user({ fullName: 'Ada' }), await server.user({ fullName: 'Ben' })];
  for (const user of [ada, ben]) await clientOf(user).subscribe({ subscriptions: [{ name: 'lab' }] });
  const { subscriptions } = await clientOf(ada).getSubscriptions();
  channelId = subscriptions.find(({ name }) => name === 'lab')?.stream_id ?? 0;
});
afterEach(async () => {
  await Promise.all(chats.splice(0).map((chat) => chat.close()));
});
afterAll(() => server.stop());

test('a window shows what was sent before and what comes', async () => {
  await post(ben, 'plans', 'one');
  const chat = await chatOf(ada);
  const window = chat.openWindow(topic('plans'));
  window.view.subscribe(() => undefined);
  await eventually(() => {
    expect(textsIn(chat, window)).toEqual(['<p>one</p>']);
  });
  await post(ben, 'Plans', 'two');
  await eventually(() => {
    expect(textsIn(chat, window)).toEqual(['<p>one</p>', '<p>two</p>']);
  });
  expect(chat.unread.get().byKey.get(`topic:${channelId}:plans`)?.count).toBe(2);
  chat.actions.markRead(window.view.get().ids);
  expect(chat.unread.get().total).toBe(0);
  await chat.flush();
  expect((await clientOf(ada).registerQueue()).unread_msgs?.count).toBe(0);
});

test('a sent message replaces its entry', async () => {
  const chat = await chatOf(ada);
  const window = chat.openWindow(topic('echo'));
  const seen: string[][] = [];
  window.view.subscribe(() => seen.push(textsIn(chat, window)));
  await eventually(() => {
    expect(window.view.get().foundNewest).toBe(true);
  });
  await chat.outbox.send(topic('echo'), 'hello');
  await chat.outbox.send(topic('echo'), 'again');
  await eventually(() => {
    expect(textsIn(chat, window)).toEqual(['<p>hello</p>', '<p>again</p>']);
  });
  for (const texts of seen) expect(texts.filter((text) => text.includes('hello')).length).toBeLessThan(2);
  expect(chat.outbox.entries.get()).toEqual([]);
});

test('a window whose messages were dropped fetches them when it is watched again', async () => {
  await post(ben, 'dropped', 'still here');
  const chat = await chatOf(ada);
  const window = chat.openWindow(topic('dropped'));
  const isLoaded = (): boolean => textsIn(chat, window).length === 1;
  const end = window.view.subscribe(() => undefined);
  await until(isLoaded);
  end();
  for (let n = 0; n < 40; n += 1) {
    const other = chat.openWindow(topic(`empty ${n}`));
    await until(() => other.view.get().foundNewest);
  }
  expect(chat.stored().windows.length).toBeLessThan(32);
  expect(textsIn(chat, window)).toEqual([]);
  window.view.subscribe(() => undefined);
  await until(isLoaded);
  await post(ben, 'dropped', 'and more');
  await eventually(() => {
    expect(textsIn(chat, window)).toEqual(['<p>still here</p>', '<p>and more</p>']);
  });
});

test('two tabs show one text and one draft', async () => {
  const shared = memoryPersistence();
  const listeners = new Set<() => void>();
  const tab = (): Persistence => {
    const own = new Set<() => void>();
    const tell = async (done: Promise<void>): Promise<void> => {
      await done;
      for (const listener of listeners) if (!own.has(listener)) listener();
    };
    return {
      ...shared,
      putEntry: (entry) => tell(shared.putEntry(entry)),
      removeEntry: (key) => tell(shared.removeEntry(key)),
      putDraft: (key, draft) => tell(shared.putDraft(key, draft)),
      removeDraft: (key) => tell(shared.removeDraft(key)),
      onOtherTab: (listener) => {
        own.add(listener);
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  };
  const [here, there] = [await chatOf(ada, tab()), await chatOf(ada, tab())];
  const window = there.openWindow(topic('tabs'));
  const seen: string[][] = [];
  window.view.subscribe(() => seen.push(textsIn(there, window)));
  await until(() => window.view.get().foundNewest);
  here.drafts.set(topic('tabs'), 'half a text');
  await eventually(() => {
    expect(there.drafts.all.get().get(narrowKey(topic('tabs')))?.text).toBe('half a text');
  });
  here.drafts.set(topic('tabs'), '');
  await here.outbox.send(topic('tabs'), 'whole');
  await eventually(() => {
    expect(textsIn(there, window)).toEqual(['<p>whole</p>']);
    expect(there.drafts.all.get().size).toBe(0);
  });
  for (const texts of seen) expect(texts.length).toBeLessThan(2);
});
