import { addAlertWords } from '@parley/contract/endpoints/alert-words.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { limits } from '@parley/contract/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function add({ connection }: TestUser, ...words: string[]) {
  return (await connection.call(addAlertWords, { alert_words: words })).alert_words;
}

test('concurrent additions each send an event, and the last event has all words', async () => {
  const ada = await server.user();
  const queue = await ada.connection.call(registerQueue, { event_types: ['alert_words'] });
  const words = Array.from({ length: 8 }, (_, n) => `word ${n}`);
  await Promise.all(words.map((word) => add(ada, word)));
  const { events } = await ada.connection.call(getEvents, {
    queue_id: queue.queue_id,
    last_event_id: -1,
    dont_block: true,
  });
  const lengths = events.map((event) => (event.type === 'alert_words' ? event.alert_words.length : -1));
  expect(lengths).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('an addition beyond the limit is rejected as a whole', async () => {
  const ada = await server.user();
  const words = Array.from({ length: limits.alertWords }, (_, n) => `word ${n}`);
  await add(ada, ...words);
  await expect(add(ada, 'one more')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await add(ada, 'WORD 1')).toHaveLength(limits.alertWords);
});

test('more words than a user can have are rejected before they are stored', async () => {
  const ada = await server.user();
  const words = Array.from({ length: 20_000 }, (_, n) => `word ${n}`);
  await expect(add(ada, ...words)).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST' });
});
