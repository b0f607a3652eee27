import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient, type ClientOptions } from './client.ts';
import { NetworkError } from './errors.ts';

function failed(code: string): never {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

function ok(): Response {
  return Response.json({ result: 'success', msg: '', members: [] });
}

let warned: string[];
beforeEach(() => {
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation((line: string) => warned.push(line));
});
afterEach(() => vi.restoreAllMocks());

/** A client whose requests have these outcomes, one after the other. */
function clientWith(outcomes: readonly (() => Response)[], more: Partial<ClientOptions> = {}) {
  const left = [...outcomes];
  return createClient({
    url: 'http://chat.test',
    backoff: { baseMilliseconds: 1, capMilliseconds: 1 },
    fetch: async () => (left.shift() ?? ok)(),
    ...more,
  });
}

function refuse() {
  return failed('ECONNREFUSED');
}

test('trouble is written once when it begins and once when it ends', async () => {
  const client = clientWith([refuse, refuse, refuse]);
  await client.getUsers();
  expect(warned).toEqual([
    'Cannot reach http://chat.test: the connection was refused (ECONNREFUSED). Waiting, and trying again.',
    'http://chat.test answers again.',
  ]);
});

test('trouble goes to onTrouble and onRecovery where they are given', async () => {
  const heard: string[] = [];
  const client = clientWith([refuse, refuse], {
    onTrouble: ({ failures }) => heard.push(`failure ${failures}`),
    onRecovery: () => heard.push('recovery'),
  });
  await client.getUsers();
  expect(heard).toEqual(['failure 1', 'failure 2', 'recovery']);
  expect(warned).toEqual([]);
});

test.each([
  [
    'a host that does not exist',
    () => failed('ENOTFOUND'),
    'there is no such host (ENOTFOUND). Check the url.',
  ],
  ['a certificate that is not valid', () => failed('DEPTH_ZERO_SELF_SIGNED_CERT'), 'Check the url.'],
  [
    'another site',
    () => new Response('<h1>Shop</h1>', { status: 404 }),
    'not as a chat server. Check the url.',
  ],
])('%s fails the first call at once', async (_, outcome, sentence) => {
  const client = clientWith([outcome], { patienceMilliseconds: Infinity });
  const error: unknown = await client.getUsers().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ isPermanent: true, message: expect.stringContaining(sentence) as string });
  expect(warned).toEqual([]);
});

test('a server that has answered before may vanish from the name service for a while', async () => {
  const client = clientWith([ok, () => failed('ENOTFOUND'), () => new Response('', { status: 404 })]);
  await client.getUsers();
  await client.getUsers();
  expect(warned).toHaveLength(2);
});

test('a page of a gateway is waited out even at first contact', async () => {
  await clientWith([() => new Response('<h1>Bad gateway</h1>', { status: 502 })]).getUsers();
  expect(warned).toHaveLength(2);
});
