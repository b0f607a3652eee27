import { createConnection, type Answer } from '@parley/client/connection.ts';
import { messageStream, type MessageStreamOptions } from '@parley/client/message-stream.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { deleteQueue, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';

let server: TestServer;
let ada: TestUser;
let bot: TestUser;
let channelId: number;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada' });
  bot = await server.user({ fullName: 'Bot' });
  channelId = await channelOf(server, 'talk', [ada, bot]);
});
afterAll(() => server.stop());

/** Listens in the background; notes what was told and which queues there were. */
function listen(options: MessageStreamOptions = {}) {
  const queues: string[] = [];
  const told: string[] = [];
  const ending = new AbortController();
  const connection = createConnection({
    url: server.url,
    credentials: { email: bot.email, apiKey: bot.apiKey },
    onAnswer: (endpoint: Endpoint, { body }: Answer) => {
      if (endpoint.id === registerQueue.id) queues.push((body as { queue_id: string }).queue_id);
    },
  });
  const backoff = { baseMilliseconds: 20, capMilliseconds: 100 };
  const loop = async (): Promise<void> => {
    for await (const { content } of messageStream(connection, { signal: ending.signal, backoff, ...options }))
      told.push(content);
  };
  const end = loop();
  return {
    told,
    queues,
    stop: async () => {
      ending.abort();
      await end;
    },
  };
}

test('messages sent while the server had unloaded the queue are delivered once and in order', async () => {
  const stream = listen();
  await eventually(() => {
    expect(stream.queues).toHaveLength(1);
  });
  const words: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    await bot.connection.call(deleteQueue, { queue_id: stream.queues[round] ?? '' });
    for (let n = 0; n < 5; n += 1) {
      words.push(`word ${round}.${n}`);
      await say(ada, channelId, 'words', `word ${round}.${n}`);
    }
    await eventually(() => {
      expect(stream.queues).toHaveLength(round + 2);
    });
  }
  await eventually(() => {
    expect(stream.told).toHaveLength(words.length);
  });
  expect(stream.told).toEqual(words);
  await stream.stop();
});

test('a stream that starts after a message first delivers the messages since', async () => {
  const first = await say(ada, channelId, 'pages', 'before');
  const words = Array.from({ length: 12 }, (_, n) => `page ${n}`);
  for (const word of words) await say(ada, channelId, 'pages', word);
  const stream = listen({ after: first, narrow: [['channel', 'talk']] });
  await eventually(() => {
    expect(stream.queues).toHaveLength(1);
  });
  await say(ada, channelId, 'pages', 'now');
  await eventually(() => {
    expect(stream.told).toEqual([...words, 'now']);
  });
  await stream.stop();
});
