import { createClient } from '@parley/client/client.ts';
import type { LiveState } from '@parley/client';
import { addAlertWords } from '@parley/contract/endpoints/alert-words.ts';
import { deleteQueue } from '@parley/contract/endpoints/queues.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const register = { event_types: ['alert_words'], idle_queue_timeout: 604_800 };

function add({ connection }: TestUser, word: string): Promise<unknown> {
  return connection.call(addAlertWords, { alert_words: [word] });
}

async function knows(live: LiveState, words: readonly string[]): Promise<void> {
  await eventually(() => {
    expect(live.get()).toMatchObject({ status: 'live', state: { alert_words: words } });
  });
}

test.each(['never', 'always'] as const)(
  'a stored state goes on with its queue, even if more was acknowledged (stream: %s)',
  async (stream) => {
    const ada = await server.user();
    const client = createClient({ url: server.url, email: ada.email, apiKey: ada.apiKey });
    const options = { register, stream, keepQueue: true };
    const before = client.live(options);
    await knows(before, []);
    const stored = JSON.parse(JSON.stringify(before.cursor())) as NonNullable<
      ReturnType<LiveState['cursor']>
    >;
    await add(ada, 'one');
    await knows(before, ['one']);
    await add(ada, 'two');
    await knows(before, ['one', 'two']);
    await before.stop();
    const batches: number[] = [];
    const after = client.live({ ...options, from: stored, onBatch: (events) => batches.push(events.length) });
    expect(after.get()).toMatchObject({ status: 'offline', state: { alert_words: [] } });
    await knows(after, ['one', 'two']);
    expect(batches).toEqual([2]);
    expect(after.cursor()?.queueId).toBe(stored.queueId);
    await add(ada, 'three');
    await knows(after, ['one', 'two', 'three']);
    await after.stop();
  },
);

test('a stored state whose queue is gone is replaced by a new snapshot', async () => {
  const ada = await server.user();
  const client = createClient({ url: server.url, email: ada.email, apiKey: ada.apiKey });
  const before = client.live({ register, keepQueue: true });
  await knows(before, []);
  const stored = before.cursor();
  await before.stop();
  await ada.connection.call(deleteQueue, { queue_id: stored?.queueId ?? '' });
  await add(ada, 'one');
  const after = client.live({ register, ...(stored === undefined ? {} : { from: stored }) });
  await knows(after, ['one']);
  expect(after.cursor()?.queueId).not.toBe(stored?.queueId);
  await after.stop();
});
