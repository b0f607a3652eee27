import { createClient, type Client } from '@parley/client';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually, until } from '@parley/test-support/eventually.ts';
import type { Chat } from '../chat.ts';
import { browserClock } from '../clock.ts';
import { createChat, type ChatOptions } from '../create-chat.ts';
import { memoryPersistence } from '../disk/memory-persistence.ts';
import type { Conversation } from '../narrow/narrow.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let ada: TestUser;
let place: Conversation;
const chats: Chat[] = [];

/** Losses of the next sends: of the answer, of the request, or of both with an empty success instead. */
let losses: ('request' | 'answer' | 'both')[] = [];

const lossy: typeof fetch = async (input, init) => {
  const isSend = init?.method === 'POST' && new URL(new Request(input).url).pathname.endsWith('/messages');
  const loss = isSend ? losses.shift() : undefined;
  if (loss === 'request') throw new TypeError('fetch failed');
  if (loss === 'both') return Response.json({ result: 'success', msg: '' });
  const response = await fetch(input, init);
  if (loss === 'answer') throw new TypeError('fetch failed');
  return response;
};

function clientOf({ email, apiKey }: TestUser): Client {
  return createClient({
    url: server.url,
    email,
    apiKey,
    fetch: lossy,
    backoff: { baseMilliseconds: 10, capMilliseconds: 50 },
    onTrouble: () => undefined,
  });
}

async function start(options: ChatOptions = {}): Promise<Chat> {
  const chat = await createChat(clientOf(ada), options);
  chats.push(chat);
  return chat;
}

/** Texts of a topic, as the server has them. */
async function textsOf(topic: string): Promise<string[]> {
  const { messages } = await clientOf(ada).getMessages({
    anchor: 'newest',
    num_before: 100,
    narrow: [
      { operator: 'channel', operand: 'lab' },
      { operator: 'topic', operand: topic },
    ],
    apply_markdown: false,
  });
  return messages.map(({ content }) => content);
}

function inTopic(topic: string): Conversation {
  return { ...place, topic } as Conversation;
}

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada' });
  const client = clientOf(ada);
  await client.subscribe({ subscriptions: [{ name: 'lab' }] });
  const { subscriptions } = await client.getSubscriptions();
  place = { kind: 'topic', channelId: subscriptions[0]?.stream_id ?? 0, topic: 'x' };
});
afterEach(async () => {
  losses = [];
  await Promise.all(chats.splice(0).map((chat) => chat.close()));
});
afterAll(() => server.stop());

test('messages whose requests or answers are lost arrive once and in order', async () => {
  const chat = await start();
  losses = ['answer', 'request', 'answer', 'answer', 'request'];
  for (const text of ['one', 'two', 'three', 'four']) await chat.outbox.send(inTopic('lost'), text);
  await eventually(() => {
    expect(chat.outbox.entries.get()).toEqual([]);
  });
  expect(await textsOf('lost')).toEqual(['one', 'two', 'three', 'four']);
});

test('a response without an id is followed by a pause, and the message arrives once', async () => {
  let isPaused = false;
  const paused: (() => void)[] = [];
  const after: typeof browserClock.after = (milliseconds, run) => {
    if (isPaused) paused.push(run);
    return isPaused ? () => undefined : browserClock.after(milliseconds, run);
  };
  const chat = await start({ clock: { ...browserClock, after } });
  losses = Array.from({ length: 5 }, () => 'both');
  isPaused = true;
  await chat.outbox.send(inTopic('no id'), 'hello');
  await until(() => losses.length < 5);
  await textsOf('no id');
  expect(losses).toHaveLength(4);
  isPaused = false;
  losses = [];
  for (const run of paused) run();
  await eventually(async () => {
    expect(await textsOf('no id')).toEqual(['hello']);
  });
});

test('an entry is stored before it is shown, and sent once by the next page', async () => {
  const persistence = memoryPersistence();
  const first = await start({ persistence });
  losses = ['answer'];
  const seen: number[] = [];
  first.outbox.entries.subscribe(() => {
    void persistence.load().then(({ outbox }) => seen.push(outbox.length));
  });
  await first.outbox.send(inTopic('reload'), 'kept');
  await eventually(async () => {
    expect(await textsOf('reload')).toEqual(['kept']);
  });
  // The page ends before it has learned that the server has the message.
  await first.close();
  expect(seen[0]).toBe(1);
  const stored = await persistence.load();
  const second = await start({ persistence });
  await eventually(() => {
    expect(second.outbox.entries.get()).toEqual([]);
  });
  expect(await textsOf('reload')).toEqual(['kept']);
  expect(stored.outbox.length).toBeLessThan(2);
});

test('a refusal keeps the text with the sentence of the server', async () => {
  const chat = await start();
  await chat.outbox.send({ kind: 'topic', channelId: 999_999, topic: 'x' }, 'text');
  await eventually(() => {
    expect(chat.outbox.entries.get()).toMatchObject([{ text: 'text', status: 'failed', reason: 'refused' }]);
  });
  const [entry] = chat.outbox.entries.get();
  expect(entry?.error).toMatch(/channel/i);
  chat.outbox.discard(entry?.key ?? '');
  expect(chat.outbox.entries.get()).toEqual([]);
});

test('a failed entry does not hold up the next ones', async () => {
  const chat = await start();
  await chat.outbox.send(inTopic('after'), '\0');
  await chat.outbox.send(inTopic('after'), 'fine');
  await eventually(() => {
    expect(chat.outbox.entries.get()).toMatchObject([{ status: 'failed' }]);
  });
  expect(await textsOf('after')).toEqual(['fine']);
});

test('an entry of yesterday is sent only when the user says so', async () => {
  const persistence = memoryPersistence();
  await persistence.putEntry({
    key: 'old',
    conversation: inTopic('old'),
    text: 'late',
    created: browserClock.now() - 21 * HOUR_MS,
  });
  const chat = await start({ persistence });
  expect(chat.outbox.entries.get()).toMatchObject([{ key: 'old', status: 'failed', reason: 'expired' }]);
  expect(await textsOf('old')).toEqual([]);
  chat.outbox.retry('old');
  await eventually(() => {
    expect(chat.outbox.entries.get()).toEqual([]);
  });
  expect(await textsOf('old')).toEqual(['late']);
  expect((await persistence.load()).outbox).toEqual([]);
});

test('a message to a channel that the user has left becomes a message too', async () => {
  const client = clientOf(ada);
  await client.subscribe({ subscriptions: [{ name: 'left' }] });
  const { subscriptions } = await client.getSubscriptions();
  const channelId = subscriptions.find(({ name }) => name === 'left')?.stream_id ?? 0;
  await client.unsubscribe({ subscriptions: ['left'] });
  const chat = await start();
  const conversation: Conversation = { kind: 'topic', channelId, topic: 'x' };
  const window = chat.openWindow(conversation);
  window.view.subscribe(() => undefined);
  await eventually(() => {
    expect(window.view.get().foundNewest).toBe(true);
  });
  await chat.outbox.send(conversation, 'hello');
  await eventually(() => {
    expect(chat.outbox.entries.get()).toEqual([]);
    expect(window.view.get().ids.map((id) => chat.messages.get(id)?.content)).toContain('<p>hello</p>');
  });
});

test('messages written while the server is away are sent when it is back', async () => {
  const chat = await start();
  const stopped = server.restart();
  await chat.outbox.send(inTopic('away'), 'a');
  await chat.outbox.send(inTopic('away'), 'b');
  await stopped;
  await eventually(() => {
    expect(chat.outbox.entries.get()).toEqual([]);
  });
  expect(await textsOf('away')).toEqual(['a', 'b']);
});
