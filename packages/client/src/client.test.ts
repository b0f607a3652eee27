import { operations } from '@parley/contract/endpoints.ts';
import { expect, expectTypeOf, test } from 'vitest';
import { createClient } from './client.ts';
import { ApiError, NetworkError } from './errors.ts';

type Reply = () => Response;

function ok(body: object = {}): Reply {
  return () => Response.json({ result: 'success', msg: '', ...body });
}

function no(status: number, code: string, extra: object = {}): Reply {
  return () => Response.json({ result: 'error', msg: 'no', code, ...extra }, { status });
}

const cut: Reply = () => {
  throw new TypeError('fetch failed');
};

/** A client whose requests are answered by a script; the last reply repeats. */
function scripted(...script: [Reply, ...Reply[]]) {
  const seen: RequestInit[] = [];
  const client = createClient({
    url: 'https://chat.test/',
    email: 'a@b.c',
    apiKey: 'k',
    backoff: { baseMilliseconds: 1, capMilliseconds: 1 },
    patienceMilliseconds: 1_000,
    onTrouble: () => undefined,
    fetch: async (_, init = {}) => {
      seen.push(init);
      const reply = script.length > 1 ? script.shift() : script[0];
      if (reply === undefined) throw new Error('nothing scripted');
      return reply();
    },
  });
  const keys = () => seen.map(({ headers }) => new Headers(headers).get('idempotency-key'));
  return { client, seen, keys };
}

const hello = { type: 'channel', to: 'general', topic: 'hi', content: 'Hello' } as const;

test('every operation is a function, and none hides what the client itself can do', () => {
  const { client } = scripted(ok());
  for (const name of Object.keys(operations)) expect(client).toHaveProperty(name, expect.any(Function));
  const own = ['call', 'follow', 'messages', 'history', 'live', 'upload', 'connection', 'waiting'];
  expect(Object.keys(client).toSorted()).toEqual([...Object.keys(operations), ...own].toSorted());
});

test('arguments and results have the types of the contract', async () => {
  const { client } = scripted(ok({ id: 5 }));
  const sent = await client.sendMessage(hello);
  expectTypeOf(sent.id).toEqualTypeOf<number>();
  expect(sent.id).toBe(5);
  // @ts-expect-error -- the content is missing
  void client.sendMessage({ type: 'channel', to: 'general', topic: 'hi' });
  // Everything may be left out here.
  await client.getUsers();
  await client.call(operations.getUsers, { include_custom_profile_fields: true });
});

test('a message is sent until there is an answer, each time under the same name', async () => {
  const { client, keys } = scripted(cut, no(503, 'UNAVAILABLE'), no(429, 'RATE_LIMIT_HIT'), ok({ id: 7 }));
  expect(await client.sendMessage(hello)).toMatchObject({ id: 7 });
  expect(keys()).toHaveLength(4);
  expect(new Set(keys()).size).toBe(1);
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
});

test('two messages have two names, unless the caller names them', async () => {
  const { client, keys } = scripted(ok({ id: 7 }));
  await client.sendMessage(hello);
  await client.sendMessage(hello);
  await client.sendMessage(hello, { key: 'mine' });
  expect(new Set(keys()).size).toBe(3);
  expect(keys()[2]).toBe('mine');
});

test('what reads is repeated; what changes something only if the server had not begun', async () => {
  const reading = scripted(cut, no(500, 'X'), ok({ members: [] }));
  await reading.client.getUsers();
  expect(reading.seen).toHaveLength(3);
  const limited = scripted(no(429, 'RATE_LIMIT_HIT'), ok());
  await limited.client.muteUser({ muted_user_id: 1 });
  expect(limited.seen).toHaveLength(2);
  const unsure = scripted(cut, ok());
  await expect(unsure.client.muteUser({ muted_user_id: 1 })).rejects.toThrow(NetworkError);
  expect(unsure.seen).toHaveLength(1);
});

test('patience ends with the last error', async () => {
  const { client, seen } = scripted(no(503, 'UNAVAILABLE', { 'retry-after': 0.4 }));
  await expect(client.getUsers()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(seen).toHaveLength(3);
});

test('a refusal is an error with a code of the table, and the code tells what the body holds', async () => {
  const { client, seen } = scripted(no(400, 'BAD_EVENT_QUEUE_ID', { queue_id: 'q' }));
  const error: unknown = await client.getEvents({ queue_id: 'q' }).catch((e: unknown) => e);
  if (!(error instanceof ApiError) || !error.is('BAD_EVENT_QUEUE_ID')) throw new Error('another error');
  expectTypeOf(error.code).toEqualTypeOf<'BAD_EVENT_QUEUE_ID'>();
  expectTypeOf(error.body.queue_id).toEqualTypeOf<string>();
  expect(error.body.queue_id).toBe('q');
  expect(error.is('BAD_REQUEST')).toBe(false);
  expect(seen).toHaveLength(1);
});

test('a refusal that the caller cures is followed by the same request, once for each cure', async () => {
  const cures = [true, false];
  const { client, seen } = scripted(no(403, 'RECENT_LOGIN_REQUIRED'));
  const onRefusal = () => Promise.resolve(cures.shift() ?? false);
  const call = client.call(operations.updateUser, { user_id: 7, role: 200 }, { onRefusal });
  await expect(call).rejects.toMatchObject({ code: 'RECENT_LOGIN_REQUIRED' });
  expect(seen.map(({ body }) => body)).toEqual(['role=200', 'role=200']);
});

test('a code that this version does not know is none', async () => {
  const { client } = scripted(no(400, 'toString'));
  await expect(client.muteUser({ muted_user_id: 1 })).rejects.toMatchObject({ code: undefined, status: 400 });
});

test.each([
  ['a page of a proxy', () => new Response('<h1>Not here</h1>', { status: 404 })],
  ['a page that asks to log in to the network', () => new Response('<h1>Hotel</h1>')],
  ['something that is JSON', () => Response.json(null)],
])('%s is no answer', async (_, reply) => {
  const { client } = scripted(reply);
  await expect(client.muteUser({ muted_user_id: 1 })).rejects.toThrow(NetworkError);
});

test("the caller's signal ends it with its own reason", async () => {
  const { client } = scripted(cut);
  const reason = new Error('enough');
  await expect(client.getUsers({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('a session calls below /json with the cookie of the page and never with a key', async () => {
  const seen: { url: string; init: RequestInit }[] = [];
  const client = createClient({
    url: 'https://chat.test',
    session: true,
    fetch: async (input, init = {}) => {
      const { signal: _, ...rest } = init;
      seen.push({ url: input as string, init: rest });
      return ok({ members: [] })();
    },
  });
  await client.getUsers();
  expect(seen).toEqual([
    {
      url: 'https://chat.test/json/users',
      init: { method: 'GET', headers: { 'x-parley': 'web' }, credentials: 'same-origin' },
    },
  ]);
  expect(() =>
    createClient({ url: 'https://chat.test', session: true, email: 'a@b.c', apiKey: 'k' }),
  ).toThrow('exclude each other');
});
