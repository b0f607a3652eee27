import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { createSavedSnippet } from '@parley/contract/endpoints/saved-snippets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
});
afterAll(() => server.stop());

function headers(): string {
  return `host: parley.test\r\nauthorization: Basic ${Buffer.from(`${ada.email}:${ada.apiKey}`).toString('base64')}\r\n\r\n`;
}

function register() {
  return ada.connection.call(registerQueue, { event_types: ['saved_snippets'], fetch_event_types: [] });
}

function createSnippet(title: string): Promise<unknown> {
  return ada.connection.call(createSavedSnippet, { title, content: 'é' });
}

function pollRequest({ queue_id, last_event_id }: { queue_id: string; last_event_id: number }): string {
  return `GET /api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id} HTTP/1.1\r\n${headers()}`;
}

function ownUserRequest(): string {
  return `GET /api/v1/users/me HTTP/1.1\r\n${headers()}`;
}

type PollingClient = {
  readonly socket: Socket;
  readonly write: (bytes: string) => void;
  readonly answers: (count: number) => Promise<string[]>;
};

async function open(): Promise<PollingClient> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
  await once(socket, 'connect');
  let got = '';
  socket.on('data', (chunk) => {
    got += chunk.toString('utf8');
  });
  socket.on('error', () => {});
  return {
    socket,
    write: (bytes) => {
      socket.write(bytes);
    },
    answers: async (count) => {
      const all = (): string[] => got.split(/(?=HTTP\/1\.1 )/).filter((answer) => answer.endsWith('}\n'));
      while (all().length < count) await pause(5);
      const found = all();
      got = '';
      return found;
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function untilWaiting(count: number): Promise<void> {
  while (server.server.world.hub.size.waiting !== count) await pause(5);
}

test('polls and other requests take turns on one connection', async () => {
  const registered = await register();
  await createSnippet('one');
  const { write, answers, socket } = await open();
  for (const request of [
    pollRequest(registered),
    pollRequest(registered),
    ownUserRequest(),
    pollRequest(registered),
    ownUserRequest(),
  ]) {
    write(request);
    const [answer] = await answers(1);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain(request === ownUserRequest() ? '"user_id"' : '"title":"one"');
  }
  socket.destroy();
});

test('requests that arrive while a poll waits are answered after it', async () => {
  const registered = await register();
  const { write, answers, socket } = await open();
  write(pollRequest(registered));
  await untilWaiting(1);
  write(ownUserRequest().slice(0, 30));
  await pause(20);
  write(ownUserRequest().slice(30) + ownUserRequest());
  await pause(20);
  await createSnippet('two');
  const [first, ...others] = await answers(3);
  expect(first).toContain('"title":"two"');
  for (const other of others) expect(other).toContain('"user_id"');
  socket.destroy();
});

test('a poll in several chunks and two polls in one chunk are answered', async () => {
  const registered = await register();
  await createSnippet('three');
  const { write, answers, socket } = await open();
  for (const piece of pollRequest(registered).match(/[^]{1,50}/g) ?? []) {
    write(piece);
    await pause(2);
  }
  expect(await answers(1)).toHaveLength(1);
  socket.destroy();
  const other = await open();
  other.write(pollRequest(registered) + pollRequest(registered));
  const both = await other.answers(2);
  expect(both.filter((answer) => answer.includes('"title":"three"'))).toHaveLength(2);
  other.socket.destroy();
});

test('successive polls on one connection receive successive events', async () => {
  let registered = await register();
  const { write, answers, socket } = await open();
  for (const title of ['four', 'five', 'six']) {
    write(pollRequest(registered));
    await untilWaiting(1);
    await createSnippet(title);
    const [answer = ''] = await answers(1);
    expect(answer).toContain(`"title":"${title}"`);
    registered = { ...registered, last_event_id: Number(/"id":(\d+)\}\]/.exec(answer)?.[1]) };
  }
  socket.destroy();
});

test('a client that closes its connection stops waiting', async () => {
  const gone = await pollAlone();
  gone.socket.end();
  await expect(untilWaiting(0)).resolves.toBeUndefined();
});

/** A connection with the only waiting poll of the server. */
async function pollAlone(): Promise<PollingClient> {
  const poll = pollRequest(await register());
  const client = await open();
  client.write(poll);
  await untilWaiting(1);
  return client;
}

test('a client that does not read its responses is not sent more', async () => {
  const registered = await register();
  for (let n = 0; n < 50; n += 1)
    await ada.connection.call(createSavedSnippet, { title: `t${n}`, content: 'x'.repeat(10_000) });
  const polls = 60;
  const { socket, write } = await open();
  socket.pause();
  const before = await answered();
  let sent = 0;
  do {
    write(pollRequest(registered));
    sent += 1;
    for (let tries = 0; tries < 20 && (await answered()) < before + sent; tries += 1) await pause(5);
  } while (sent < polls && (await answered()) === before + sent);
  expect(sent).toBeLessThan(polls * 0.75);
  socket.destroy();
});

async function answered(): Promise<number> {
  const text = await server.server.world.metrics.text();
  return Number(/operation="get-events",status="2xx"\} (\d+)/.exec(text)?.[1] ?? 0);
}

test('a stopping server answers waiting polls and closes idle connections', async () => {
  const idle = await pollAlone();
  await createSnippet('seven');
  await idle.answers(1);
  const waiting = await pollAlone();
  const fresh = await open();
  const closed = [idle, waiting, fresh].map(({ socket }) => once(socket, 'close'));
  await server.restart();
  await Promise.all(closed);
  const [last] = await waiting.answers(1);
  expect(last).toContain('connection: close');
});
