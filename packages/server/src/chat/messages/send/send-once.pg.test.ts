import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q, sql } from '../../../engine/db/sql.ts';
import { startServer, type RunningServer } from '../../../app/start.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let second: RunningServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  second = await startServer(server.server.world.config);
  ada = await server.user();
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'once' }] });
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

/** As a client does: a server that is busy is asked again. */
async function send(...request: Parameters<typeof ask>): Promise<Awaited<ReturnType<typeof ask>>> {
  const answer = await ask(...request);
  return answer.status === 503 ? send(...request) : answer;
}

async function ask(url: string, key: string, content: string, more: Record<string, string> = {}) {
  const answer = await fetch(`${url}/api/v1/messages`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${ada.email}:${ada.apiKey}`).toString('base64')}`,
      host: 'parley.test',
      'content-type': 'application/x-www-form-urlencoded',
      ...(key === '' ? {} : { 'idempotency-key': key }),
    },
    body: new URLSearchParams({ type: 'channel', to: 'once', topic: 't', content, ...more }),
  });
  return { status: answer.status, body: (await answer.json()) as { id?: number; code?: string } };
}

async function howMany(content: string): Promise<number> {
  const rows = await server.server.world.pool.all(
    q.selectFrom('message').select('id').where('content', '=', content),
  );
  return rows.length;
}

test('twenty concurrent sends with the same key on two servers create one message', async () => {
  const nodes = [server.url, second.url];
  const sends = Array.from({ length: 20 }, (_, n) => send(nodes[n % 2] ?? '', 'twenty', 'twenty'));
  const answers = await Promise.all(sends);
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await howMany('twenty')).toBe(1);
});

test('concurrent sends with the same key to a new topic create one message', async () => {
  const sends = Array.from({ length: 20 }, () => send(server.url, 'topic', 'with effects', { topic: 'new' }));
  const answers = await Promise.all(sends);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await howMany('with effects')).toBe(1);
});

test('the local echo parameters act as an idempotency key', async () => {
  const echo = { queue_id: 'q', local_id: '1.01' };
  const [one, two] = [await send(server.url, '', 'echo', echo), await send(second.url, '', 'echo', echo)];
  expect(two.body.id).toBe(one.body.id);
  expect((await send(server.url, '', 'echo', { ...echo, local_id: '1.02' })).body.id).not.toBe(one.body.id);
});

test('a key that was used for other content is refused', async () => {
  await send(server.url, 'other', 'first');
  expect(await send(second.url, 'other', 'second')).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST' },
  });
  expect(await send(second.url, 'other', 'first', { topic: 'u' })).toMatchObject({ status: 400 });
  expect(await howMany('second')).toBe(0);
  expect((await send(server.url, 'k'.repeat(256), 'long')).status).toBe(400);
});

test('a key of a refused message can be used for a corrected message', async () => {
  expect((await send(server.url, 'later', 'later', { to: 'later' })).status).toBe(400);
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'later' }] });
  expect((await send(server.url, 'later', 'later', { to: 'later' })).status).toBe(200);
});

test('each send without a key creates a message', async () => {
  await Promise.all([1, 2].map(() => send(server.url, '', 'twice')));
  expect(await howMany('twice')).toBe(2);
  const keys = await server.server.world.pool.first(
    sql<{ count: number }>`select count(*) as count from sent_key where at > now() - interval '1 hour'`,
  );
  expect(keys?.count).toBeGreaterThan(3);
});
