import { createClient, type Client } from '@parley/client';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import type { Chat } from '../chat.ts';
import { browserClock, type ChatClock } from '../clock.ts';
import { createChat } from '../create-chat.ts';
import { memoryPersistence } from '../disk/memory-persistence.ts';
import { narrowKey, type Conversation } from '../narrow/narrow.ts';
import type { Persistence } from '../model/store.ts';

let server: TestServer;
let ada: TestUser;
let channelId = 0;
const chats: Chat[] = [];

/** Pauses of seconds last milliseconds. */
const quickClock: ChatClock = {
  ...browserClock,
  after: (milliseconds, callback) => browserClock.after(milliseconds / 20, callback),
};

function clientOf({ email, apiKey }: TestUser): Client {
  return createClient({ url: server.url, email, apiKey });
}

async function start(persistence: Persistence = memoryPersistence()): Promise<Chat> {
  const chat = await createChat(clientOf(ada), { persistence, clock: quickClock });
  chats.push(chat);
  return chat;
}

function inTopic(topic: string): Conversation {
  return { kind: 'topic', channelId, topic };
}

async function serverDrafts(topic: string): Promise<string[]> {
  const { drafts } = await clientOf(ada).getDrafts();
  return drafts.filter((draft) => draft.topic === topic).map(({ content }) => content);
}

function textOf(chat: Chat, conversation: Conversation): string | undefined {
  return chat.drafts.all.get().get(narrowKey(conversation))?.text;
}

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada' });
  const client = clientOf(ada);
  await client.subscribe({ subscriptions: [{ name: 'lab' }] });
  channelId = (await client.getSubscriptions()).subscriptions[0]?.stream_id ?? 0;
});
afterEach(async () => {
  await Promise.all(chats.splice(0).map((chat) => chat.close()));
});
afterAll(() => server.stop());

test('a draft is shown at once, stored after a pause, and reaches the other client', async () => {
  const persistence = memoryPersistence();
  const [here, there] = [await start(persistence), await start()];
  here.drafts.set(inTopic('a'), 'h');
  here.drafts.set(inTopic('a'), 'hello');
  expect(textOf(here, inTopic('a'))).toBe('hello');
  await eventually(() => {
    expect(textOf(there, inTopic('a'))).toBe('hello');
  });
  expect(await serverDrafts('a')).toEqual(['hello']);
  there.drafts.set(inTopic('a'), 'hello there');
  await eventually(() => {
    expect(textOf(here, inTopic('a'))).toBe('hello there');
  });
  here.drafts.set(inTopic('a'), '');
  expect(textOf(here, inTopic('a'))).toBeUndefined();
  await eventually(async () => {
    expect(textOf(there, inTopic('a'))).toBeUndefined();
    expect(await serverDrafts('a')).toEqual([]);
    expect((await persistence.load()).drafts.size).toBe(0);
  });
});

test('a draft survives a reload that came before the server had it', async () => {
  const persistence = memoryPersistence();
  const first = await start(persistence);
  first.drafts.set(inTopic('b'), 'unsent');
  void first.drafts.flush();
  await first.close();
  expect([...(await persistence.load()).drafts.values()]).toMatchObject([{ text: 'unsent' }]);
  const second = await start(persistence);
  expect(textOf(second, inTopic('b'))).toBe('unsent');
  await eventually(async () => {
    expect(await serverDrafts('b')).toEqual(['unsent']);
  });
});

test('the newer of two texts wins', async () => {
  const persistence = memoryPersistence();
  const now = browserClock.now();
  const stored = (text: string, changed: number) => ({
    conversation: inTopic(text),
    text: `own ${text}`,
    changed,
    draftId: undefined,
    isSynced: false,
  });
  await persistence.putDraft(narrowKey(inTopic('older')), stored('older', now - 60_000));
  await persistence.putDraft(narrowKey(inTopic('newer')), stored('newer', now));
  const draft = (topic: string) => ({
    type: 'stream' as const,
    to: [channelId],
    topic,
    content: `theirs ${topic}`,
    timestamp: Math.floor((now - 30_000) / 1000),
  });
  await clientOf(ada).createDrafts({ drafts: [draft('older'), draft('newer')] });
  const chat = await start(persistence);
  expect(textOf(chat, inTopic('older'))).toBe('theirs older');
  expect(textOf(chat, inTopic('newer'))).toBe('own newer');
});

test('a note to oneself has one draft', async () => {
  const [here, there] = [await start(), await start()];
  const self: Conversation = { kind: 'direct', userIds: [] };
  here.drafts.set(self, 'remember');
  await eventually(() => {
    expect(textOf(there, self)).toBe('remember');
  });
});
