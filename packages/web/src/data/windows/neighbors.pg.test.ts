import { createClient, type Client } from '@parley/client';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Chat } from '../chat.ts';
import { createChat } from '../create-chat.ts';

let server: TestServer;
let ada: TestUser;
let client: Client;
let chat: Chat;
let channelId: number;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ role: 200 });
  client = createClient({ url: server.url, email: ada.email, apiKey: ada.apiKey });
  await client.subscribe({ subscriptions: [{ name: 'dome' }] });
  const { subscriptions } = await client.getSubscriptions();
  channelId = subscriptions.find(({ name }) => name === 'dome')?.stream_id ?? 0;
  chat = await createChat(client);
});
afterAll(async () => {
  await chat.close();
  await server.stop();
});

async function send(topic: string, content: string): Promise<number> {
  const { id } = await client.sendMessage({ type: 'channel', to: channelId, topic, content });
  return id;
}

test('the neighbors of a found message are those of its conversation, and keep its marks', async () => {
  const first = await send('mirror', 'How cold was it?');
  await send('lamp', 'Another topic.');
  const hit = await send('mirror', 'The motor stops.');
  const last = await send('mirror', 'Only in the cold.');
  const found = chat.openWindow({ kind: 'search', terms: [{ operator: 'search', operand: 'motor' }] });
  await expect.poll(() => found.view.get().ids).toEqual([hit]);
  expect(await chat.neighborsOf(hit)).toEqual({ before: first, after: last });
  expect(chat.messages.get(first)?.content).toBe('<p>How cold was it?</p>');
  expect(chat.messages.get(hit)?.match_content).toContain('<span class="highlight">motor</span>');
  expect(found.view.get().ids).toEqual([hit]);
  await client.updateMessage({ message_id: last, content: 'In the cold only.' });
  await client.deleteMessage({ message_id: first });
  await expect.poll(() => chat.messages.get(last)?.content).toBe('<p>In the cold only.</p>');
  await expect.poll(() => chat.messages.get(first)).toBeUndefined();
  expect(await chat.neighborsOf(hit)).toEqual({ before: undefined, after: last });
});

test('a message that is not known has no neighbors', async () => {
  expect(await chat.neighborsOf(10_000_000)).toEqual({ before: undefined, after: undefined });
});
