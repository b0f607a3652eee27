import { startReceiver, type Receiver } from '@parley/test-support/receiver.ts';
import { createManualClock } from '@parley/test-support/memory-stores.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../engine/config.ts';
import { createOutbound } from '../../../engine/outbound/outbound.ts';
import { createClientDocuments } from './document-cache.ts';
import { fetchDocument, hostOfDocument } from './documents.ts';

let site: Receiver;
let clock: ReturnType<typeof createManualClock>;
beforeAll(async () => {
  site = await startReceiver();
});
afterAll(() => site.stop());
beforeEach(() => {
  site.reset();
  clock = createManualClock();
});

const REDIRECT_URIS = ['https://assistant.example/callback'];

function outbound(allowedNetworks = ['127.0.0.0/8']) {
  return createOutbound({ allowedNetworks, clock });
}

/** Serves a document that describes the program at `/client.json`, with changes. */
function serve(changes: object = {}, headers: Readonly<Record<string, string>> = {}, status = 200): string {
  const clientId = `${site.url}/client.json`;
  const document = { client_id: clientId, client_name: 'An assistant', redirect_uris: REDIRECT_URIS };
  site.respondWith(() => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...document, ...changes }),
  }));
  return clientId;
}

async function read(clientId: string, networks?: string[]) {
  return (await fetchDocument({ outbound: outbound(networks), clock }, clientId)).document;
}

test('a document describes its program', async () => {
  expect(await read(serve())).toEqual({ name: 'An assistant', redirectUris: REDIRECT_URIS });
  expect(site.calls.map(({ path, headers }) => [path, headers.accept])).toEqual([
    ['/client.json', 'application/json'],
  ]);
  expect(await read(serve({ client_name: undefined }))).toMatchObject({ name: new URL(site.url).host });
  expect(await read(serve({}, { 'content-type': 'application/client+json; charset=utf-8' }))).toMatchObject({
    redirectUris: REDIRECT_URIS,
  });
});

test('a name has one line, no hidden characters, and an end', async () => {
  const named = async (client_name: string) => (await read(serve({ client_name }))) as { name: string };
  expect((await named('a\u202Eb\n\u2028 c\u200B')).name).toBe('a b c');
  expect((await named('\u200B')).name).toBe(new URL(site.url).host);
  expect(Array.from((await named('🦉'.repeat(200))).name)).toHaveLength(60);
});

test.each<[string, object, Record<string, string>, number, RegExp]>([
  ['of another program', { client_id: 'https://other.example/client.json' }, {}, 200, /another client_id/],
  ['without an identifier', { client_id: undefined }, {}, 200, /not valid/],
  ['without addresses', { redirect_uris: [] }, {}, 200, /not valid/],
  ['with a script as an address', { redirect_uris: ['javascript:alert(1)'] }, {}, 200, /opens no app/],
  ['with an open address', { redirect_uris: ['http://assistant.example/'] }, {}, 200, /not encrypted/],
  ['with a secret', { client_secret: 'a secret' }, {}, 200, /not valid/],
  ['that proves itself by a key', { token_endpoint_auth_method: 'private_key_jwt' }, {}, 200, /not valid/],
  ['of another type', {}, { 'content-type': 'text/html' }, 200, /no JSON/],
  ['that is too large', { filling: 'a'.repeat(16 * 1024) }, {}, 200, /more than 16384 bytes/],
  ['that is not there', {}, {}, 404, /status 404/],
  ['at another address', {}, { location: '/elsewhere' }, 302, /cannot be read: refused/],
])('a document %s is refused', async (_name, changes, headers, status, reason) => {
  expect(await read(serve(changes, headers, status))).toMatch(reason);
  expect(site.calls).toHaveLength(1);
});

test('a body that is no JSON is refused', async () => {
  const clientId = serve();
  const headers = { 'content-type': 'application/json' };
  for (const body of ['', '{', 'null', '[]', Buffer.alloc(100, 0xff)]) {
    site.respondWith(() => ({ headers, body }));
    expect(await read(clientId)).toMatch(/no JSON|not valid/);
  }
});

test('a document at a private address is not asked for', async () => {
  const clientId = serve();
  expect(await read(clientId, [])).toMatch(/cannot be read: refused/);
  expect(site.calls).toHaveLength(0);
});

test('a document that does not arrive in five seconds is given up', async () => {
  const clientId = serve();
  site.respondWith(() => ({ broken: 'hang' }));
  const waiting = read(clientId);
  await expect.poll(() => site.calls.length).toBe(1);
  await clock.advance(5_000);
  expect(await waiting).toMatch(/cannot be read/);
  site.respondWith(() => ({ broken: 'cut' }));
  expect(await read(clientId)).toMatch(/cannot be read/);
});

test('a document is read once for all who ask, and again after the time that it names', async () => {
  const clientId = serve({}, { 'cache-control': 'max-age=600' });
  const documents = createClientDocuments({ outbound: outbound(), clock });
  const found = await Promise.all([documents.read(clientId), documents.read(clientId)]);
  expect(found).toEqual([found[0], found[0]]);
  await clock.advance(599_000);
  expect(await documents.read(clientId)).toBe(found[0]);
  expect(site.calls).toHaveLength(1);
  await clock.advance(2_000);
  await documents.read(clientId);
  expect(site.calls).toHaveLength(2);
});

test.each([
  ['no-store', 60],
  ['max-age=1', 60],
  ['max-age=999999999', 86_400],
  ['', 3_600],
])('a document with the Cache-Control %j is kept for %i seconds', async (cacheControl, seconds) => {
  const clientId = serve({}, { 'cache-control': cacheControl });
  const documents = createClientDocuments({ outbound: outbound(), clock });
  await documents.read(clientId);
  await clock.advance(seconds * 1000 - 1);
  await documents.read(clientId);
  expect(site.calls).toHaveLength(1);
  await clock.advance(1);
  await documents.read(clientId);
  expect(site.calls).toHaveLength(2);
});

test('a document that could not be used is read again after ten seconds', async () => {
  const clientId = serve({}, {}, 500);
  const documents = createClientDocuments({ outbound: outbound(), clock });
  expect(await documents.read(clientId)).toMatch(/status 500/);
  serve();
  await clock.advance(9_999);
  expect(await documents.read(clientId)).toMatch(/status 500/);
  await clock.advance(1);
  expect(await documents.read(clientId)).toMatchObject({ name: 'An assistant' });
});

test('an identifier is the address of a document, written in one way', () => {
  const config = (scheme: string) =>
    readConfig({
      PARLEY_DATABASE_URL: 'postgres://none',
      PARLEY_SECRET: 'a secret for tests that is long enough',
      PARLEY_EXTERNAL_HOST: 'parley.test',
      PARLEY_URL_SCHEME: scheme,
    });
  const [secure, local] = [config('https'), config('http')];
  expect(hostOfDocument(secure, 'https://assistant.example/client.json')).toBe('assistant.example');
  expect(hostOfDocument(secure, 'https://assistant.example:8443/a/b?c')).toBe('assistant.example:8443');
  expect(hostOfDocument(local, 'http://127.0.0.1:80/client.json')).toBeUndefined();
  expect(hostOfDocument(local, 'http://127.0.0.1:81/client.json')).toBe('127.0.0.1:81');
  for (const clientId of [
    'http://assistant.example/client.json',
    'https://assistant.example/',
    'https://assistant.example',
    'https://assistant.example/client.json#',
    'https://user@assistant.example/client.json',
    'https://Assistant.example/client.json',
    'https://assistant.example:443/client.json',
    'https://assistant.example/a/../client.json',
    String.raw`https:\\assistant.example\client.json`,
    'ftp://assistant.example/client.json',
    'client-1234',
    `https://assistant.example/${'a'.repeat(2_048)}`,
  ])
    expect([clientId, hostOfDocument(secure, clientId)]).toEqual([clientId, undefined]);
});
