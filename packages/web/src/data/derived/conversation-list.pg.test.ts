import { createClient, type Client } from '@parley/client';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, until } from '@parley/test-support/eventually.ts';
import type { Chat } from '../chat.ts';
import { createChat } from '../create-chat.ts';
import type { Conversation } from '../narrow/narrow.ts';

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
let channelId = 0;
let chat: Chat;

function clientOf({ email, apiKey }: TestUser): Client {
  return createClient({ url: server.url, email, apiKey });
}

async function post(topic: string, content: string): Promise<number> {
  return (await clientOf(ben).sendMessage({ type: 'channel', to: channelId, topic, content })).id;
}

function inTopic(topic: string): Conversation {
  return { kind: 'topic', channelId, topic };
}

/** The list of a client that has just started. */
async function freshList(): Promise<readonly unknown[]> {
  const fresh = await createChat(clientOf(ada));
  fresh.conversations.recent.subscribe(() => undefined);
  await until(() => !fresh.conversations.hasMore.get());
  const list = fresh.conversations.recent.get();
  await fresh.close();
  return list;
}

beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [
    await server.user({ fullName: 'Ada', role: 200 }),
    await server.user({ fullName: 'Ben', role: 200 }),
  ];
  for (const user of [ada, ben]) await clientOf(user).subscribe({ subscriptions: [{ name: 'lab' }] });
  channelId = (await clientOf(ada).getSubscriptions()).subscriptions[0]?.stream_id ?? 0;
  await post('old', 'first line\n\nsecond');
  chat = await createChat(clientOf(ada));
});
afterAll(async () => {
  await chat.close();
  await server.stop();
});

test('the list follows messages, edits, moves, deletions and a lost queue', async () => {
  const { conversations } = chat;
  conversations.need([inTopic('old')]);
  await eventually(() => {
    expect(conversations.summaryOf(inTopic('old'))?.text).toBe('first line');
  });
  conversations.recent.subscribe(() => undefined);
  await until(() => !conversations.hasMore.get());
  const id = await post('new', '**bold** and `code`');
  await post('old', 'again');
  await clientOf(ben).sendMessage({ type: 'direct', to: [ada.id], content: '> quote\n\nanswer' });
  await eventually(async () => {
    expect(conversations.recent.get()).toEqual(await freshList());
  });
  expect(conversations.recent.get().map(({ text }) => text)).toContain('bold and code');
  await clientOf(ben).updateMessage({ message_id: id, content: 'changed' });
  const gone = await post('short', 'soon gone');
  await clientOf(ben).deleteMessage({ message_id: gone });
  await clientOf(ben).updateMessage({ message_id: id, topic: 'moved' });
  await eventually(async () => {
    expect(conversations.recent.get()).toEqual(await freshList());
    expect(conversations.summaryOf(inTopic('moved'))).toBeDefined();
    expect(conversations.summaryOf(inTopic('short'))).toBeUndefined();
  });
  await clientOf(ada).deleteQueue({ queue_id: chat.state.get().queue_id });
  await post('while away', 'unheard');
  await eventually(async () => {
    expect(conversations.recent.get()).toEqual(await freshList());
    expect(conversations.summaryOf(inTopic('while away'))?.text).toBe('unheard');
  });
});
