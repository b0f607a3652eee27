import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { systemClock } from '../engine/clock.ts';

/** The timers of the node run this much faster than time. */
const SPEED = 40;
const MAX_CONNECTIONS = 30;

let server: TestServer;
let credentials: string;

beforeAll(async () => {
  const clock = {
    ...systemClock,
    after: (milliseconds: number, callback: () => void) => systemClock.after(milliseconds / SPEED, callback),
  };
  server = await startTestServer(
    (config) => ({ ...config, rateLimits: true, connectionsPerAddress: MAX_CONNECTIONS }),
    undefined,
    { clock },
  );
  const ada = await server.user();
  credentials = `Authorization: Basic ${Buffer.from(`${ada.email}:${ada.apiKey}`).toString('base64')}`;
});
afterAll(() => server.stop());

function open(): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  return socket;
}

/** Opens a connection and sends the start of a request, then a byte every 100 ms; returns whether the node closed it. */
async function isCut(lines: readonly string[], milliseconds: number): Promise<boolean> {
  const socket = open();
  let isClosed = false;
  socket
    .on('data', () => {})
    .on('close', () => {
      isClosed = true;
    });
  socket.write(`${lines.join('\r\n')}\r\n\r\nx`);
  for (let waited = 0; waited < milliseconds && !isClosed; waited += 100) {
    await pause(100);
    if (socket.writable) socket.write('x');
  }
  socket.destroy();
  return isClosed;
}

const host = 'Host: parley.test';
const length = 'Content-Length: 900000';

describe('slow bodies of unknown callers', () => {
  test.each([
    ['/api/v1/user_uploads', 'text/plain'],
    ['/api/v1/user_uploads', 'multipart/form-data; boundary=x'],
    ['/api/v1/tus', 'application/offset+octet-stream'],
    ['/json/user_uploads', 'text/plain'],
    ['/api/v1/messages', 'text/plain'],
  ])('%s of type %s closes within the time of a small body', async (path, type) => {
    expect(await isCut([`POST ${path} HTTP/1.1`, host, `Content-Type: ${type}`, length], 1_500)).toBe(true);
  });

  test('a wrong key closes the connection', async () => {
    const wrong = `Authorization: Basic ${Buffer.from(`a@b.c:${'x'.repeat(32)}`).toString('base64')}`;
    expect(await isCut(['POST /api/v1/user_uploads HTTP/1.1', host, wrong, length], 1_500)).toBe(true);
  });
});

test('a known caller has time to upload a large file', async () => {
  const type = 'Content-Type: multipart/form-data; boundary=x';
  expect(await isCut(['POST /api/v1/user_uploads HTTP/1.1', host, credentials, type, length], 1_500)).toBe(
    false,
  );
});

test('a client that does not read a large response is disconnected', async () => {
  const socket = open();
  let isClosed = false;
  socket.on('close', () => {
    isClosed = true;
  });
  socket.pause();
  // Enough responses to fill the buffers of both sockets.
  socket.write(`GET /api/openapi.json HTTP/1.1\r\n${host}\r\n\r\n`.repeat(30));
  // Without reading, the end of the connection is noticed by writing. Empty lines between requests are ignored.
  await eventually(() => {
    socket.write('\r\n');
    expect(isClosed).toBe(true);
  });
});

test('connections of one address are limited, and closed ones do not count', async () => {
  await pause(200);
  const sockets = Array.from({ length: MAX_CONNECTIONS + 5 }, open);
  const isClosed = new Set<Socket>();
  for (const socket of sockets) socket.on('data', () => {}).on('close', () => isClosed.add(socket));
  await eventually(() => expect(isClosed.size).toBeGreaterThanOrEqual(5));
  for (const socket of sockets) socket.destroy();
  const health = () => fetch(`${server.url}/health`).then(({ status }) => status);
  await eventually(async () => expect(await health()).toBe(200));
});
