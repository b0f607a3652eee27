import { addAlertWords, getAlertWords, removeAlertWords } from '@parley/contract/endpoints/alert-words.ts';
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

async function remove({ connection }: TestUser, ...words: string[]) {
  return (await connection.call(removeAlertWords, { alert_words: words })).alert_words;
}

test('words are trimmed, blank ones ignored, and the first spelling is kept', async () => {
  const ada = await server.user();
  expect(await add(ada, '  Parley ', '', ' \t', 'PARLEY', 'release day')).toEqual(['Parley', 'release day']);
  expect(await add(ada, 'parley', 'Émile')).toEqual(['Parley', 'release day', 'Émile']);
  expect(await add(ada, 'éMILE')).toHaveLength(3);
  expect((await ada.connection.call(getAlertWords)).alert_words).toHaveLength(3);
});

test('removal ignores case and unknown words', async () => {
  const ada = await server.user();
  await add(ada, 'one', 'Two');
  expect(await remove(ada, 'tWO', 'three')).toEqual(['one']);
});

test('a word has at most 100 characters after trimming', async () => {
  const ada = await server.user();
  expect(await add(ada, ` ${'😀'.repeat(100)} `)).toHaveLength(1);
  await expect(add(ada, 'fine', 'x'.repeat(101))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await add(ada)).toHaveLength(1);
});

test('every addition and removal sends the whole list to the owner only', async () => {
  const ada = await server.user();
  const grace = await server.user();
  const queue = await ada.connection.call(registerQueue, { event_types: ['alert_words'] });
  const hers = await grace.connection.call(registerQueue, { event_types: ['alert_words'] });
  expect(queue.alert_words).toEqual([]);
  await add(ada, 'a');
  await add(ada, 'A');
  await remove(ada, 'b');
  const { events } = await ada.connection.call(getEvents, {
    queue_id: queue.queue_id,
    last_event_id: -1,
    dont_block: true,
  });
  expect(events).toMatchObject([
    { type: 'alert_words', alert_words: ['a'] },
    { alert_words: ['a'] },
    { alert_words: ['a'] },
  ]);
  const nothing = await grace.connection.call(getEvents, {
    queue_id: hers.queue_id,
    last_event_id: -1,
    dont_block: true,
  });
  expect(nothing.events).toEqual([]);
  expect((await ada.connection.call(registerQueue, { event_types: ['alert_words'] })).alert_words).toEqual([
    'a',
  ]);
});

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

test('alert words of users in different organizations are independent', async () => {
  const ada = await server.user();
  const elsewhere = await server.user({
    realmId: await server.realm('elsewhere'),
    host: 'elsewhere.parley.test',
  });
  await add(ada, 'shared');
  expect(await add(elsewhere, 'Shared')).toEqual(['Shared']);
  expect(await remove(elsewhere, 'shared')).toEqual([]);
  expect(await add(ada)).toEqual(['shared']);
});
