import { follow } from '@parley/client/event-loop.ts';
import { ApiError } from '@parley/client/errors.ts';
import { addAlertWords } from '@parley/contract/endpoints/alert-words.ts';
import { deleteQueue, getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket as Socket } from 'ws';
import { eventually } from '@parley/test-support/eventually.ts';
import { flood } from '@parley/test-support/flood.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { sendRaw, statusOf } from '@parley/test-support/raw-http.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function addWord({ connection }: TestUser, word: string) {
  return connection.call(addAlertWords, { alert_words: [word] });
}

async function open({ connection }: TestUser) {
  const { queue_id, last_event_id } = await connection.call(registerQueue, { event_types: ['alert_words'] });
  const opened = await connection.openStream?.(
    { queueId: queue_id, lastEventId: last_event_id },
    new AbortController().signal,
  );
  if (opened === undefined) throw new Error('This platform cannot open a stream.');
  return { stream: opened, queueId: queue_id, first: last_event_id };
}

function soon() {
  return AbortSignal.timeout(5_000);
}

test('[EQ21] a stream delivers events with the ids of the queue, and they stay until they are acknowledged', async () => {
  const ada = await server.user();
  const { stream, queueId, first } = await open(ada);
  await addWord(ada, 'one');
  const [one] = await stream.next(first, soon());
  expect(one).toMatchObject({ type: 'alert_words', alert_words: ['one'] });
  await addWord(ada, 'two');
  const [two] = await stream.next(first, soon());
  expect(two).toMatchObject({ alert_words: ['one', 'two'] });
  stream.close();
  const polled = await ada.connection.call(getEvents, {
    queue_id: queueId,
    last_event_id: first,
    dont_block: true,
  });
  expect(polled.events.map(({ id }) => id)).toEqual([one?.id, two?.id]);
});

test('[EQ21] acknowledged events are dropped', async () => {
  const ada = await server.user();
  const { stream, queueId, first } = await open(ada);
  await addWord(ada, 'one');
  const [one] = await stream.next(first, soon());
  const waiting = stream.next(one?.id ?? 0, soon());
  await addWord(ada, 'two');
  expect(await waiting).toHaveLength(1);
  stream.close();
  await expect(
    ada.connection.call(getEvents, { queue_id: queueId, last_event_id: first, dont_block: true }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('[EQ22] a poll ends the stream of its queue, and a stream ends the poll', async () => {
  const ada = await server.user();
  const { stream, queueId, first } = await open(ada);
  const poll = ada.connection.call(getEvents, { queue_id: queueId, last_event_id: first });
  await expect(stream.next(first, soon())).rejects.toMatchObject({ name: 'NetworkError' });
  const other = await ada.connection.openStream?.({ queueId, lastEventId: first }, soon());
  expect((await poll).events).toEqual([]);
  other?.close();
});

test('[EQ23] a deleted queue ends its stream, and another user cannot open it', async () => {
  const ada = await server.user();
  const grace = await server.user();
  const { stream, queueId, first } = await open(ada);
  const stolen = await grace.connection.openStream?.({ queueId, lastEventId: first }, soon());
  await expect(stolen?.next(first, soon())).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  await ada.connection.call(deleteQueue, { queue_id: queueId });
  await expect(stream.next(first, soon())).rejects.toMatchObject({ name: 'NetworkError' });
  const late = await ada.connection.openStream?.({ queueId, lastEventId: first }, soon());
  await expect(late?.next(first, soon())).rejects.toBeInstanceOf(ApiError);
});

test('a handshake without credentials, without a queue or on another path is refused', async () => {
  const socketStatus = (path: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`);
      socket.addEventListener('open', () => resolve('open'));
      socket.addEventListener('error', () => resolve('refused'));
    });
  for (const path of ['/api/v1/events/stream?queue_id=a&last_event_id=1', '/api/v1/events/stream', '/'])
    expect(await socketStatus(path)).toBe('refused');
});

test('the event loop of the SDK continues over a stream when the server is restarted', async () => {
  const ada = await server.user();
  const stop = new AbortController();
  const words: string[] = [];
  const loop = (async () => {
    const options = {
      stream: 'always' as const,
      signal: stop.signal,
      register: { event_types: ['alert_words'] },
    };
    for await (const update of follow(ada.connection, {
      ...options,
      backoff: { baseMilliseconds: 20, capMilliseconds: 200 },
    })) {
      if (update.kind === 'snapshot') words.push('snapshot');
      else if (update.event.type === 'alert_words') words.push(update.event.alert_words.at(-1) ?? '');
      if (words.at(-1) === 'after') stop.abort();
    }
  })();
  while (words.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await addWord(ada, 'before');
  await server.restart();
  await addWord(ada, 'after');
  await loop;
  expect(words).toEqual(['snapshot', 'before', 'after']);
});

test('a refused handshake gets an HTTP response and leaves no connection open', async () => {
  const lines = [
    'GET /api/v1/none HTTP/1.1',
    'Host: parley.test',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ];
  const answer = await sendRaw(server.url, `${lines.join('\r\n')}\r\n\r\n`);
  expect(statusOf(answer)).toBe(404);
  expect(answer).toContain('nosniff');
  await server.restart();
});

async function openSocket({ connection, email, apiKey }: TestUser): Promise<Socket> {
  const { queue_id, last_event_id } = await connection.call(registerQueue, { event_types: ['alert_words'] });
  const path = `/api/v1/events/stream?queue_id=${queue_id}&last_event_id=${last_event_id}`;
  const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
  const socket = new Socket(`${server.url.replace('http', 'ws')}${path}`, { headers: { authorization } });
  await once(socket, 'open');
  return socket;
}

test('[EQ25] a single ping is answered, and of many at once the newest', async () => {
  const socket = await openSocket(await server.user());
  const pongs: string[] = [];
  socket.on('pong', (data) => pongs.push(data.toString()));
  socket.ping('alone');
  await once(socket, 'pong');
  expect(pongs).toEqual(['alone']);
  for (let n = 1; n <= 500; n += 1) socket.ping(String(n));
  while (pongs.at(-1) !== '500') await once(socket, 'pong');
  expect(pongs).toEqual(pongs.toSorted((a, b) => Number(a) - Number(b)));
  expect(socket.readyState).toBe(Socket.OPEN);
  socket.close();
});

test.each(['ping', 'pong', 'send'] as const)(
  '[EQ26] a client that calls %s more than 1,000 times in a second is disconnected',
  async (how) => {
    const socket = await openSocket(await server.user());
    const closed = once(socket, 'close') as Promise<[number, Buffer]>;
    for (let n = 0; n < 5_000; n += 1) socket[how](how === 'send' ? '{"last_event_id":0}' : '');
    const [code, reason] = await closed;
    expect([code, reason.toString()]).toEqual([1008, 'too many frames']);
  },
);

/** Masked pings of one byte, which are the most frames for their bytes. */
const smallPings = Buffer.alloc(7 * 9_000);
for (let at = 0; at < smallPings.length; at += 7) smallPings.set([0x89, 0x81], at);
const FLOOD_BYTES = 100 * 1024 * 1024;

async function streamHead({ connection, email, apiKey }: TestUser): Promise<string> {
  const { queue_id, last_event_id } = await connection.call(registerQueue, { event_types: ['alert_words'] });
  const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
  return `GET /api/v1/events/stream?queue_id=${queue_id}&last_event_id=${last_event_id} HTTP/1.1\r\nHost: parley.test\r\nAuthorization: ${authorization}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
}

test.each([
  ['a frame that is no receipt', Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x78])],
  ['the refusal of the queue of another user', undefined],
])('[EQ26] frames after %s are not read', { timeout: 60_000 }, async (_, first) => {
  const ada = await server.user();
  const head = await streamHead(ada);
  const grace = await server.user();
  const foreign = (await streamHead(grace)).split('?')[1]?.split(' ')[0] ?? '';
  const { sent, isClosed } = await flood(server.url, {
    head: first === undefined ? head.replace(/queue_id=\S+/, foreign) : head,
    awaitsAnswer: true,
    isReading: false,
    piece: (n) =>
      n === 0 && first !== undefined ? first : n * smallPings.length < FLOOD_BYTES ? smallPings : undefined,
  });
  expect(isClosed).toBe(true);
  expect(sent).toBeLessThan(FLOOD_BYTES / 4);
});

test('[EQ37] a user has at most 30 streams on a node, and may open another when one has ended', async () => {
  const ada = await server.user();
  const opened = await Promise.all(Array.from({ length: 30 }, () => openSocket(ada)));
  await expect(openSocket(ada)).rejects.toThrow('429');
  const other = await openSocket(await server.user());
  opened[0]?.terminate();
  const next = await eventually(() => openSocket(ada));
  for (const socket of [...opened, other, next]) socket?.terminate();
});
