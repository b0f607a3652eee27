import { createClient, type Client } from '@parley/client';
import { until } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Chat } from '../chat.ts';
import { browserClock } from '../clock.ts';
import { createChat } from '../create-chat.ts';
import type { Conversation } from '../narrow/narrow.ts';
import { startKeeper, type Keeper } from './keeper.ts';

let server: TestServer;
let ada: TestUser;
let place: Conversation;
/** New requests get no answer; what is open stays open, as in a browser without a network. */
let isCut = false;
let setOnline: (isOnline: boolean) => void = () => undefined;
const chats: Chat[] = [];

const cuttable: typeof fetch = (input, init) =>
  isCut ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init);

function clientOf(hear: Keeper['hearRequest'], isStreaming: boolean): Client {
  return createClient({
    url: server.url,
    email: ada.email,
    apiKey: ada.apiKey,
    ...(isStreaming ? {} : { fetch: cuttable }),
    onTrouble: () => undefined,
    onAnswer: ({ path }) => {
      if (path !== '/events') hear(true);
    },
    onUnreachable: ({ path }) => {
      if (path !== '/events') hear(false);
    },
  });
}

/** A page without disk and locks, which always leads; its statuses are those of its link. */
async function open(isStreaming = false): Promise<{ chat: Chat; statuses: string[] }> {
  let hear: Keeper['hearRequest'] = () => undefined;
  const client = clientOf((isAnswered) => hear(isAnswered), isStreaming);
  const keeper = await startKeeper({
    client,
    userId: ada.id,
    environment: {
      clock: browserClock,
      indexedDB: undefined,
      locks: undefined,
      openChannel: () => ({ post: () => undefined, listen: () => undefined, close: () => undefined }),
      onHide: () => () => undefined,
      onNetwork: (listener) => {
        setOnline = listener;
        return () => undefined;
      },
    },
  });
  hear = keeper.hearRequest;
  const statuses: string[] = [];
  keeper.source.link.subscribe(() => {
    const { status } = keeper.source.link.get();
    if (statuses.at(-1) !== status) statuses.push(status);
  });
  const chat = await createChat(client, { source: keeper.source, persistence: keeper.persistence });
  chats.push(chat);
  await untilLink(chat, 'live');
  return { chat, statuses };
}

async function untilLink(chat: Chat, status: string): Promise<void> {
  await until(() => chat.link.get().status === status);
}

async function texts(): Promise<string[]> {
  const client = createClient({ url: server.url, email: ada.email, apiKey: ada.apiKey });
  const { messages } = await client.getMessages({ anchor: 'newest', num_before: 100, apply_markdown: false });
  return messages.map(({ content }) => content);
}

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada' });
  const client = createClient({ url: server.url, email: ada.email, apiKey: ada.apiKey });
  await client.subscribe({ subscriptions: [{ name: 'lab' }] });
  const { subscriptions } = await client.getSubscriptions();
  place = { kind: 'topic', channelId: subscriptions[0]?.stream_id ?? 0, topic: 'x' };
});
afterEach(async () => {
  isCut = false;
  await Promise.all(chats.splice(0).map((chat) => chat.close()));
});
afterAll(() => server.stop());

test('a message that finds no network shows the page as offline, waits, and is sent once', async () => {
  const { chat } = await open();
  isCut = true;
  await chat.outbox.send(place, 'written offline');
  await untilLink(chat, 'offline');
  expect(chat.outbox.entries.get()).toMatchObject([{ text: 'written offline', status: 'waiting' }]);
  expect(await texts()).not.toContain('written offline');
  isCut = false;
  setOnline(true);
  await untilLink(chat, 'live');
  await until(() => chat.outbox.entries.get().length === 0);
  expect((await texts()).filter((text) => text === 'written offline')).toHaveLength(1);
});

test('a page whose browser loses its network is offline at once', async () => {
  const { chat } = await open();
  isCut = true;
  setOnline(false);
  expect(chat.link.get().status).toBe('offline');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(chat.link.get().status).toBe('offline');
  isCut = false;
  setOnline(true);
  await untilLink(chat, 'live');
});

test('a request that is answered ends the wait of a page that is offline', async () => {
  const { chat } = await open();
  isCut = true;
  setOnline(false);
  for (let n = 0; n < 6; n += 1) setOnline(false);
  isCut = false;
  expect(chat.link.get().status).toBe('offline');
  await chat.client.getSubscriptions();
  await untilLink(chat, 'live');
});

test('a stream that goes on through a false alarm brings every event once', async () => {
  const { chat, statuses } = await open(true);
  const seen: string[] = [];
  chat.onBatch((batch) => {
    if (batch.kind === 'events')
      for (const event of batch.events) if (event.type === 'message') seen.push(event.message.content);
  });
  setOnline(false);
  await untilLink(chat, 'live');
  await chat.outbox.send(place, 'one');
  setOnline(true);
  await chat.outbox.send(place, 'two');
  await until(() => seen.length >= 2);
  expect(seen).toEqual(['<p>one</p>', '<p>two</p>']);
  expect(statuses).toContain('offline');
});
