import { setTimeout as pause } from 'node:timers/promises';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCommand, type Running } from '@parley/test-support/command.ts';
import { flood, residentMiB, type Flooded } from '@parley/test-support/flood.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { bodyOf, sendRaw, statusOf } from '@parley/test-support/raw-http.ts';

const HEAP_MIB = 1024;
/** Memory that a node may gain while it is flooded. */
const MAX_GROWTH_MIB = 200;
/** Maximum response time of another client; generous, because tests share their machine. */
const MIB = 1024 * 1024;

let server: TestServer;
let ada: TestUser;
let credentials: string;
let node: Running;
let url: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  credentials = `Basic ${Buffer.from(`${ada.email}:${ada.apiKey}`).toString('base64')}`;
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  node = startCommand(['serve'], {
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
    PARLEY_DATABASE_URL: server.databaseUrl,
    PARLEY_SECRET: 'a secret for tests that is long enough',
    PARLEY_EXTERNAL_HOST: 'parley.test',
    PARLEY_URL_SCHEME: 'http',
    PARLEY_LISTEN_ADDRESS: '127.0.0.1',
    PARLEY_PORT: port,
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_RATE_LIMITS: 'false',
  });
  while (!(await isHealthy())) await pause(50);
});
afterAll(async () => {
  node.child.kill('SIGKILL');
  await node.ended;
  await server.stop();
});

function isHealthy(): Promise<boolean> {
  return fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Runs the attack while another client sends requests, and checks memory and health of the node. */
async function withstand(attack: () => Promise<readonly Flooded[]>): Promise<readonly Flooded[]> {
  const pid = node.child.pid ?? 0;
  const before = residentMiB(pid);
  let peak = before;
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      expect(node.child.exitCode ?? node.child.signalCode).toBe(null);
      peak = Math.max(peak, residentMiB(pid));
      const { ok } = await fetch(`${url}/api/v1/users/me`, { headers: { authorization: credentials } });
      expect(ok).toBe(true);
      await pause(50);
    }
  };
  const [results] = await Promise.all([
    attack().finally(() => {
      isOver = true;
    }),
    watch(),
  ]);
  expect(await isHealthy()).toBe(true);
  expect(peak - before).toBeLessThan(MAX_GROWTH_MIB);
  return results;
}

const FIELDS = 500;
const value = Buffer.alloc(MIB, 'x');

/** A chunk of a body whose every field is 1 MiB. */
function fieldChunk(n: number): Buffer | undefined {
  if (n > FIELDS) return undefined;
  if (n === FIELDS) return Buffer.from('7\r\n--x--\r\n\r\n0\r\n\r\n');
  const head = `--x\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n`;
  const size = head.length + value.length + 2;
  return Buffer.concat([Buffer.from(`${size.toString(16)}\r\n${head}`), value, Buffer.from('\r\n\r\n')]);
}

function multipart(path: string, authorization?: string): Promise<Flooded> {
  return flood(url, {
    head: `POST ${path} HTTP/1.1\r\nHost: parley.test\r\n${authorization === undefined ? '' : `Authorization: ${authorization}\r\n`}Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n`,
    piece: fieldChunk,
  });
}

function four<T>(make: () => Promise<T>): Promise<T[]> {
  return Promise.all([make(), make(), make(), make()]);
}

/** A client that never stops sending may miss its response, but not all four clients do. */
function expectRefused(results: readonly Flooded[], codes: Readonly<Record<number, string>>): void {
  const answers = results.map(({ answer }) => answer).filter((answer) => answer !== '');
  expect(answers).not.toHaveLength(0);
  for (const answer of answers) {
    expect(Object.keys(codes)).toContain(String(statusOf(answer)));
    expect(JSON.parse(bodyOf(answer))).toMatchObject({ result: 'error', code: codes[statusOf(answer)] });
  }
  for (const { isClosed, sent } of results) {
    expect(isClosed).toBe(true);
    expect(sent).toBeLessThan(FIELDS * MIB);
  }
}

test.each([
  ['/api/v1/messages', 401, 'UNAUTHORIZED'],
  ['/api/v1/user_uploads', 401, 'UNAUTHORIZED'],
  ['/api/v1/fetch_api_key', 413, 'REQUEST_TOO_LARGE'],
  ['/register', 413, 'REQUEST_TOO_LARGE'],
])('four anonymous multipart bodies of 500 MiB to %s are refused', async (path, status, code) => {
  const results = await withstand(() => four(() => multipart(path)));
  expect(results).toHaveLength(4);
  expectRefused(results, { [status]: code });
});

test.each(['/api/v1/messages', '/api/v1/user_uploads', '/api/v1/users/me/avatar'])(
  'four multipart bodies of 500 MiB of one user to %s are refused',
  async (path) => {
    const results = await withstand(() => four(() => multipart(path, credentials)));
    expect(results).toHaveLength(4);
    // A user has few uploads at once.
    expectRefused(results, { 413: 'REQUEST_TOO_LARGE', 429: 'RATE_LIMIT_HIT' });
  },
);

test.each([
  ['/api/v1/fetch_api_key', undefined],
  ['/api/v1/messages', 'a user'],
])('a body of 2,000 parts that breaks off is refused: %s by %s', async (path, caller) => {
  const authorization = caller === undefined ? '' : `Authorization: ${credentials}\r\n`;
  for (const part of ['Content-Disposition: form-data; name="a"\r\n\r\n', 'X: y\r\n\r\n', '\r\n'])
    for (const end of ['', '--x', '--x\r\n', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n.']) {
      const body = `--x\r\n${part}\r\n`.repeat(2_000) + end;
      const head = `POST ${path} HTTP/1.1\r\nHost: parley.test\r\n${authorization}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
      const answer = await sendRaw(url, head + body, 2_000);
      expect(statusOf(answer)).toBe(400);
      expect(await isHealthy()).toBe(true);
    }
});

const PING_BYTES = 200 * MIB;
const pings = Buffer.alloc(131 * 500);
for (let at = 0; at < pings.length; at += 131) pings.set([0x89, 0xfd], at);

test('a WebSocket client that pings and never reads is disconnected', async () => {
  const { queue_id: id, last_event_id: last } = await ada.connection.call(registerQueue, {
    event_types: ['alert_words'],
  });
  const results = await withstand(async () => [
    await flood(url, {
      head: `GET /api/v1/events/stream?queue_id=${id}&last_event_id=${last} HTTP/1.1\r\nHost: parley.test\r\nAuthorization: ${credentials}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
      awaitsAnswer: true,
      isReading: false,
      piece: (n) => (n * pings.length < PING_BYTES ? pings : undefined),
    }),
  ]);
  const [result] = results;
  expect(statusOf(result?.answer ?? '')).toBe(101);
  expect(result?.isClosed).toBe(true);
  expect(result?.sent).toBeLessThan(PING_BYTES / 4);
});
