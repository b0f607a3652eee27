import { createConnection } from '@parley/client/connection.ts';
import { createSavedSnippet } from '@parley/contract/endpoints/saved-snippets.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket as Socket } from 'ws';
import { once } from 'node:events';
import { startServer, type RunningServer } from '../app/start.ts';

let first: TestServer;
let second: RunningServer;
let ada: TestUser;

beforeAll(async () => {
  first = await startTestServer();
  second = await startServer(first.server.world.config);
  ada = await first.user();
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

type Queue = { readonly id: string; readonly start: number };

async function register(): Promise<Queue> {
  const { queue_id, last_event_id } = await ada.connection.call(registerQueue, {
    event_types: ['saved_snippets'],
  });
  return { id: queue_id, start: last_event_id };
}

async function addSnippets(...titles: string[]): Promise<void> {
  for (const title of titles) await ada.connection.call(createSavedSnippet, { title, content: 'text' });
}

/** Polls on the first node, or on the second. */
async function poll(queue: Queue, last: number, rewind = false, node: 1 | 2 = 1) {
  const connection =
    node === 1
      ? ada.connection
      : createConnection({ url: second.url, credentials: { email: ada.email, apiKey: ada.apiKey } });
  const args = { queue_id: queue.id, last_event_id: last, dont_block: true, rewind };
  const { events } = await connection.call(getEvents, args);
  return events.map((event) => ({
    id: event.id,
    title: event.type === 'saved_snippets' && event.op === 'add' ? event.saved_snippet.title : '?',
  }));
}

function titlesOf(events: readonly { readonly title: string }[]): string[] {
  return events.map(({ title }) => title);
}

/** A queue whose three events are all acknowledged on the first node. */
async function acknowledgedQueue() {
  const queue = await register();
  await addSnippets('a', 'b', 'c');
  const events = await poll(queue, queue.start);
  expect(titlesOf(events)).toEqual(['a', 'b', 'c']);
  expect(await poll(queue, events[2]?.id ?? 0)).toEqual([]);
  return { queue, ids: events.map(({ id }) => id) };
}

test('[EQ27] a client goes back on the node that holds its queue', async () => {
  const { queue, ids } = await acknowledgedQueue();
  const [a = 0, b = 0, c = 0] = ids;
  await expect(poll(queue, a)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(titlesOf(await poll(queue, a, true))).toEqual(['b', 'c']);
  expect(titlesOf(await poll(queue, b))).toEqual(['c']);
  expect(await poll(queue, c)).toEqual([]);
  await expect(poll(queue, queue.start - 100_000, true)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('[EQ28] a client goes back on another node and continues on the first', async () => {
  const { queue, ids } = await acknowledgedQueue();
  const [a = 0, b = 0] = ids;
  expect(titlesOf(await poll(queue, a, true, 2))).toEqual(['b', 'c']);
  expect(titlesOf(await poll(queue, b))).toEqual(['c']);
  await expect(poll(queue, a)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('[EQ27] a client goes back after a restart', async () => {
  const { queue, ids } = await acknowledgedQueue();
  await first.restart();
  expect(titlesOf(await poll(queue, ids[0] ?? 0, true))).toEqual(['b', 'c']);
});

test('[EQ27] a stream goes back, and a bad value of rewind is refused', async () => {
  const { queue, ids } = await acknowledgedQueue();
  const authorization = `Basic ${Buffer.from(`${ada.email}:${ada.apiKey}`).toString('base64')}`;
  const address = `${first.url.replace('http', 'ws')}/api/v1/events/stream?queue_id=${queue.id}&last_event_id=${ids[0]}`;
  const socket = new Socket(`${address}&rewind=true`, { headers: { authorization } });
  const [frame] = (await once(socket, 'message')) as [Buffer];
  expect((JSON.parse(frame.toString()) as { events: { id: number }[] }).events.map(({ id }) => id)).toEqual(
    ids.slice(1),
  );
  socket.close();
  const refused = new Socket(`${address}&rewind=perhaps`, { headers: { authorization } });
  const [, response] = (await once(refused, 'unexpected-response')) as [unknown, { statusCode: number }];
  expect(response.statusCode).toBe(400);
  refused.on('error', () => {}).terminate();
});
