import { createClient, type Client } from '@parley/client';
import { expect, test } from 'vitest';
import { browserClock, type ChatClock } from '../clock.ts';
import { visitorClient } from './visitor-client.ts';
import { visitorSource } from './visitor-source.ts';

type Answer = { readonly status?: number; readonly body: object };

/** A visitor's client over a server that answers with the given function. */
function clientOver(answer: (path: string) => Answer): { readonly client: Client; readonly asked: string[] } {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    asked.push(`${pathname}${decodeURIComponent(search)}${await request.text()}`);
    const { status = 200, body } = answer(pathname);
    const envelope =
      status === 200 ? { result: 'success', msg: '' } : { result: 'error', msg: 'No.', code: 'X' };
    return Response.json({ ...envelope, ...body }, { status });
  };
  return { client: visitorClient(createClient({ url: 'http://server.test', session: true, fetch })), asked };
}

/** A clock whose timers run when the test says so. */
function heldClock(): { readonly clock: ChatClock; readonly run: () => void } {
  const timers = new Set<() => void>();
  const clock: ChatClock = {
    ...browserClock,
    now: () => 0,
    after: (_, callback) => {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  };
  const run = (): void => {
    const due = [...timers];
    timers.clear();
    for (const callback of due) callback();
  };
  return { clock, run };
}

const summary = { messages: [], found_oldest: true, found_newest: true, anchor: 1 };

test('a visitor asks only for messages of web-public channels', async () => {
  const { client, asked } = clientOver(() => ({ body: summary }));
  await client.getMessages({ anchor: 'newest', narrow: [{ operator: 'channel', operand: 4 }] });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('"web-public"');
  expect(asked[0]).toContain('"operand":4');
});

test('an operation of accounts is refused before a request is made', async () => {
  const { client, asked } = clientOver(() => ({ body: {} }));
  await expect(client.markAllAsRead()).rejects.toThrow('account');
  await expect(client.getDrafts()).rejects.toThrow('account');
  expect(asked).toEqual([]);
});

test('the state of a visitor is fetched again while the page is in sight', async () => {
  let names = ['general'];
  const { client, asked } = clientOver(() => ({
    body: { queue_id: null, user_id: 0, subscriptions: names.map((name) => ({ stream_id: 1, name })) },
  }));
  const { clock, run } = heldClock();
  let isInSight = true;
  const source = visitorSource({ client, clock, isInSight: () => isInSight, onSight: () => () => undefined });
  expect((await source.first).subscriptions?.map(({ name }) => name)).toEqual(['general']);
  const seen = new Promise((resolve) => source.onBatch(({ state }) => resolve(state.subscriptions?.length)));
  names = ['general', 'news'];
  run();
  expect(await seen).toBe(2);
  isInSight = false;
  const before = asked.length;
  run();
  expect(asked).toHaveLength(before);
  await source.close();
});

test('a visit ends when the organization shows nothing to visitors any more', async () => {
  let status = 200;
  const { client } = clientOver(() => ({ status, body: { user_id: 0 } }));
  const { clock, run } = heldClock();
  const source = visitorSource({ client, clock, isInSight: () => true, onSight: () => () => undefined });
  await source.first;
  status = 401;
  const ended = new Promise((resolve) => source.link.subscribe(() => resolve(source.link.get().status)));
  run();
  expect(await ended).toBe('ended');
  await source.close();
});
