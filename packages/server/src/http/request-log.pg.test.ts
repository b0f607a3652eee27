import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { eventStream } from '@parley/contract/event-stream.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { fetchApiKey } from '@parley/contract/endpoints/server.ts';
import { storeAuthenticator } from '@parley/test-support/authenticator.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { sendRaw } from '@parley/test-support/raw-http.ts';
import { channelOf } from '@parley/test-support/talk.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../organization/users/passwords.ts';
import { createRequestLog, SLOW_REQUEST_MS } from './request-log.ts';

type Line = Record<string, unknown> & { readonly msg: string };

const PASSWORD = 'mittens over the harbour';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const lines: Line[] = [];
const texts: string[] = [];
const logStream = {
  write: (text: string) => {
    texts.push(text);
    lines.push(JSON.parse(text) as Line);
  },
};
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer(
    (config) => ({ ...config, rateLimits: true, requestLog: 'all', logLevel: 'info' }),
    undefined,
    { logStream },
  );
  ada = await server.user({ passwordHash: await hashPassword(PASSWORD) });
});
beforeEach(() => {
  lines.splice(0);
  texts.splice(0);
});
afterAll(() => server.stop());

function headers(more: Record<string, string>): Record<string, string> {
  const key = Buffer.from(`${ada.email}:${ada.apiKey}`).toString('base64');
  return { authorization: `Basic ${key}`, ...more };
}

function ask(path: string, more: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/api/v1${path}`, { headers: headers(more) });
}

/** The response to a handshake, whose connection is then closed. */
function shakeHands(path: string, more: Record<string, string>): Promise<IncomingMessage> {
  const handshake = headers({
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    ...more,
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(new URL(server.url + path), { agent: false, headers: handshake })
    .on('error', reject)
    .on('response', resolve)
    .on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    })
    .end();
  return promise;
}

function requests(): Line[] {
  return lines.filter(({ msg }) => msg === 'request');
}

test('a request is one line with its id, trace, caller, statements and times', async () => {
  const trace = `00-${TRACE}-b7ad6b7169203331-01`;
  const response = await ask('/users/me', { 'x-request-id': 'proxy-17', traceparent: trace });
  expect(response.headers.get('x-request-id')).toBe('proxy-17');
  expect(requests()).toEqual([
    expect.objectContaining({
      level: 30,
      node: expect.stringMatching(/:0$/),
      request: 'proxy-17',
      trace: TRACE,
      operation: 'get-own-user',
      status: 200,
      ms: expect.any(Number),
      databaseMs: expect.any(Number),
      statements: expect.any(Number),
      user: ada.id,
      organization: '',
      address: '127.0.0.1',
    }),
  ]);
  expect(requests()[0]?.['statements']).toBeGreaterThan(0);
  expect(requests()[0]?.['databaseMs']).toBeGreaterThan(0);
});

test.each([
  ['a quote"', 'no characters that end a string'],
  ['x'.repeat(65), 'at most 64 characters'],
])('a request with the id %s gets another one: %s', async (given) => {
  const id = (await ask('/users/me', { 'x-request-id': given })).headers.get('x-request-id');
  expect(id).toMatch(/^[a-z0-9]{7}-[a-z0-9]+$/);
  expect(requests()).toMatchObject([{ request: id }]);
});

test('a send runs one statement when its body arrives with its head', async () => {
  const channelId = await channelOf(server, 'statements', [ada]);
  const form = `type=channel&to=${channelId}&topic=one&content=hello`;
  const { authorization } = headers({});
  const send = () =>
    sendRaw(
      server.url,
      [
        'POST /api/v1/messages HTTP/1.1',
        'Host: parley.test',
        `Authorization: ${authorization}`,
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${form.length}`,
        'Connection: close',
        `\r\n${form}`,
      ].join('\r\n'),
    );
  // The first creates the topic, the second reads where it is.
  for (let n = 0; n < 2; n += 1) await send();
  lines.splice(0);
  expect(await send()).toContain('"success"');
  expect(requests()).toEqual([expect.objectContaining({ operation: 'send-message', statements: 1 })]);
});

test('sends that share a commit count its statement each, and no line has content', async () => {
  const send = (content: string) =>
    ada.connection.call(sendMessage, { type: 'direct', to: [ada.id], content });
  await send('warm up');
  lines.splice(0);
  await Promise.all(['a secret', 'another secret', 'a third secret'].map(send));
  expect(requests()).toHaveLength(3);
  for (const line of requests()) expect(line['statements']).toBeGreaterThan(0);
  expect(JSON.stringify(lines)).not.toMatch(/secret|Basic/);
});

test('polls and refused requests have ids and lines too', async () => {
  const { queue_id } = await ada.connection.call(registerQueue, { event_types: ['realm'] });
  await ada.connection.call(getEvents, { queue_id, last_event_id: -1, dont_block: true });
  lines.splice(0);
  const refused = await ask(`/events?queue_id=${randomUUID()}&last_event_id=-1`, {
    'x-request-id': 'poll-1',
  });
  expect(refused.headers.get('x-request-id')).toBe('poll-1');
  const wrong = await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization: 'Basic eDp5' } });
  expect(requests()).toMatchObject([
    { request: 'poll-1', operation: 'get-events', status: 400, user: ada.id },
    { request: wrong.headers.get('x-request-id'), operation: 'get-own-user', status: 401 },
  ]);
});

test('the handshake of an event stream returns its id, whether it is admitted or refused', async () => {
  const { queue_id } = await ada.connection.call(registerQueue, { event_types: ['realm'] });
  const stream = `/api/v1${eventStream.path}?queue_id=${queue_id}&last_event_id=-1`;
  lines.splice(0);
  const admitted = await shakeHands(stream, { 'x-request-id': 'stream-1' });
  expect([admitted.statusCode, admitted.headers['x-request-id']]).toEqual([101, 'stream-1']);
  const refused = await shakeHands(stream, { authorization: 'Basic eDp5', 'x-request-id': 'stream-2' });
  expect([refused.statusCode, refused.headers['x-request-id']]).toEqual([401, 'stream-2']);
  expect(requests()).toMatchObject([
    { request: 'stream-1', status: 101 },
    { request: 'stream-2', status: 401 },
  ]);
});

test('a failed log-in is a line of fixed form, with the id of its request and without names', async () => {
  const failing = ada.connection.call(fetchApiKey, { username: ada.email, password: 'wrong' });
  await expect(failing).rejects.toMatchObject({ status: 401 });
  const [failure, request] = lines;
  expect(Object.keys(failure ?? {})).toEqual([
    'level',
    'time',
    'pid',
    'node',
    'request',
    'address',
    'organization',
    'reason',
    'msg',
  ]);
  expect(failure).toMatchObject({
    address: '127.0.0.1',
    organization: '',
    reason: 'AUTHENTICATION_FAILED',
    msg: 'log-in failed',
    request: request?.['request'],
  });
  expect(JSON.stringify(lines)).not.toContain(ada.email);
  expect(await hostsToBan()).toEqual(['127.0.0.1']);
});

test('a wrong code of the second step is such a line too', async () => {
  const eve = await server.user({ passwordHash: await hashPassword(PASSWORD) });
  await storeAuthenticator(server.server.world, { realmId: server.realmId, id: eve.id });
  const login = { username: eve.email, password: PASSWORD, code: '000000x' };
  await expect(eve.connection.call(fetchApiKey, login)).rejects.toMatchObject({ status: 401 });
  expect(lines[0]).toMatchObject({ organization: '', reason: 'SECOND_STEP_FAILED', msg: 'log-in failed' });
  expect(await hostsToBan()).toEqual(['127.0.0.1']);
});

/** Addresses that the filter of fail2ban finds in the log of a test. */
async function hostsToBan(): Promise<string[]> {
  const filter = await readFile(new URL('../../../../deploy/fail2ban/parley.conf', import.meta.url), 'utf8');
  const expression = /^failregex = (.*)$/m.exec(filter)?.[1]?.replace('<HOST>', '(?<host>[0-9a-f.:]+)') ?? '';
  return texts.flatMap((text) => new RegExp(expression).exec(text.trimEnd())?.groups?.['host'] ?? []);
}

test.each([
  ['off', []],
  ['errors', [404, 503]],
  ['slow', [201, 404, 503]],
  ['all', [200, 201, 404, 503]],
] as const)('the mode %s logs these statuses: %j', (mode, expected) => {
  const logged: unknown[] = [];
  const note = (line: { status: number }) => void logged.push(line.status);
  const log = createRequestLog(mode, { info: note, warn: note } as never, { monotonic: () => 0 });
  const request = { id: 'a', operation: 'b', ms: 1, address: () => '' };
  log.note({ ...request, status: 200 });
  log.note({ ...request, status: 201, ms: SLOW_REQUEST_MS });
  log.note({ ...request, status: 404 });
  log.note({ ...request, status: 503 });
  expect(logged).toEqual(expected);
});

test('a flood of failures is cut in the log, and the rest is counted', () => {
  let now = 0;
  const logged: Record<string, unknown>[] = [];
  const note = (line: Record<string, unknown>) => void logged.push(line);
  const log = createRequestLog('slow', { info: note, warn: note } as never, { monotonic: () => now });
  const request = { id: 'a', operation: 'b', status: 404, ms: 1, address: () => '' };
  for (let n = 0; n < 1_000; n += 1) log.note(request);
  expect(logged).toHaveLength(100);
  now = 1_000;
  log.note(request);
  expect(logged.slice(100)).toMatchObject([{ count: 900 }, { status: 404 }]);
});
