import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { createSavedSnippet } from '@parley/contract/endpoints/saved-snippets.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { bodyOf, sendInPieces, sendRaw, statusOf } from '@parley/test-support/raw-http.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;

beforeAll(async () => {
  server = await startTestServer((config) => ({ ...config, rateLimits: true }));
  ada = await server.user();
  grace = await server.user();
});
afterAll(() => server.stop());

function basic({ email, apiKey }: Pick<TestUser, 'email' | 'apiKey'>): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
}

/** The same poll in the plain form and in another. */
const queries = [
  (queue: string, last: number | string) => `queue_id=${queue}&last_event_id=${last}`,
  (queue: string, last: number | string) => `last_event_id=${last}&queue_id=${queue}`,
  (queue: string, last: number | string) => `client=other&queue_id=${queue}&last_event_id=${last}`,
];

type PollResponse = { readonly status: number; readonly body: string; readonly headers: readonly string[] };

/** In sequence, because a queue has one poll at a time. */
async function pollOnAllPaths(
  queue: string,
  last: number | string,
  authorization: string,
  accepted = 'gzip, deflate',
): Promise<PollResponse[]> {
  const answers: PollResponse[] = [];
  for (const query of queries) {
    const response = await fetch(`${server.url}/api/v1/events?${query(queue, last)}`, {
      headers: { authorization, 'accept-encoding': accepted },
    });
    const headers = [...response.headers.keys()].toSorted();
    answers.push({ status: response.status, body: await response.text(), headers });
  }
  return answers;
}

describe('a poll in the plain form gets the same response as one in another form', () => {
  const expectSame = async (
    queue: string,
    last: number | string,
    authorization: string,
    accepted?: string,
  ): Promise<unknown> => {
    const [first, ...others] = await pollOnAllPaths(queue, last, authorization, accepted);
    for (const other of others) expect(other).toEqual(first);
    expect(first?.headers).toContain('content-security-policy');
    const isCompressed = first?.headers.includes('content-encoding') === true;
    return { status: first?.status, isCompressed, ...(JSON.parse(first?.body ?? '') as object) };
  };
  const registered = (): Promise<{ queue_id: string; last_event_id: number }> =>
    ada.connection.call(registerQueue, { event_types: ['saved_snippets'], fetch_event_types: [] });

  test('with events', async () => {
    const { queue_id, last_event_id } = await registered();
    await ada.connection.call(createSavedSnippet, { title: 'a', content: 'é – 日本' });
    const answer = await expectSame(queue_id, last_event_id, basic(ada));
    expect(answer).toMatchObject({
      status: 200,
      queue_id,
      events: [{ type: 'saved_snippets', saved_snippet: { content: 'é – 日本' } }],
    });
  });

  test.each([
    ['gzip, deflate', 5_000, true],
    ['gzip;q=0, br', 5_000, false],
    ['identity', 5_000, false],
    ['gzip', 3_000, false],
  ])('that accepts %s and has %i characters', async (accepted, length, isCompressed) => {
    const { queue_id, last_event_id } = await registered();
    const content = 'é'.repeat(length);
    await ada.connection.call(createSavedSnippet, { title: 'long', content });
    const answer = await expectSame(queue_id, last_event_id, basic(ada), accepted);
    expect(answer).toMatchObject({ status: 200, isCompressed, events: [{ saved_snippet: { content } }] });
  });

  test('with an error', async () => {
    const { queue_id, last_event_id } = await registered();
    const bad = { status: 400, code: 'BAD_EVENT_QUEUE_ID' };
    expect(await expectSame(randomUUID(), 0, basic(ada))).toMatchObject(bad);
    expect(await expectSame(queue_id, last_event_id, basic(grace))).toMatchObject(bad);
    expect(await expectSame(queue_id, last_event_id + 900_000_000, basic(ada))).toMatchObject({
      status: 400,
    });
    expect(await expectSame(queue_id, '1e3', basic(ada))).toMatchObject({ status: 400 });
    expect(await expectSame(queue_id, 0, basic({ ...ada, apiKey: grace.apiKey }))).toMatchObject({
      status: 401,
    });
    expect(await expectSame(queue_id, 0, basic({ ...ada, apiKey: 'x' }))).toMatchObject({ status: 401 });
    expect(await expectSame(queue_id, 0, 'Bearer x')).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });

  test('with two hosts', async () => {
    const { queue_id } = await registered();
    const lines = [
      `GET /api/v1/events?queue_id=${queue_id}&last_event_id=0 HTTP/1.1`,
      'Host: parley.test',
      'Host: other.parley.test',
      `Authorization: ${basic(ada)}`,
    ];
    const answer = await sendRaw(server.url, `${lines.join('\r\n')}\r\n\r\n`);
    expect(statusOf(answer)).toBe(400);
    expect(JSON.parse(bodyOf(answer))).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  });
});

test('a waiting poll is answered by the event, and the connection polls again', async () => {
  const { queue_id, last_event_id } = await ada.connection.call(registerQueue, {
    event_types: ['saved_snippets'],
    fetch_event_types: [],
  });
  let last = last_event_id;
  for (const title of ['one', 'two', 'three']) {
    const waiting = ada.connection.call(getEvents, { queue_id, last_event_id: last });
    await untilWaiting(1);
    await ada.connection.call(createSavedSnippet, { title, content: 'x' });
    const { events } = await waiting;
    expect(events).toMatchObject([{ saved_snippet: { title } }]);
    last = events.at(-1)?.id ?? 0;
  }
});

test('a connection that only polls goes on after a compressed response', async () => {
  const { queue_id, last_event_id } = await ada.connection.call(registerQueue, {
    event_types: ['saved_snippets'],
    fetch_event_types: [],
  });
  await ada.connection.call(createSavedSnippet, { title: 'long', content: 'x'.repeat(9_000) });
  const poll = [
    `GET /api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id} HTTP/1.1`,
    'Host: parley.test',
    'Accept-Encoding: gzip',
    `Authorization: ${basic(ada)}`,
    '\r\n',
  ].join('\r\n');
  const answers = await sendInPieces(server.url, [poll, poll, poll]);
  const heads = [...answers.matchAll(/HTTP\/1\.1 200 OK\r\n/g)];
  expect(heads).toHaveLength(3);
  for (const { index } of heads) {
    const [head = ''] = answers.slice(index).split('\r\n\r\n');
    const length = Number(/content-length: (\d+)/.exec(head)?.[1]);
    const start = index + head.length + 4;
    const body = gunzipSync(Buffer.from(answers.slice(start, start + length), 'latin1')).toString();
    expect(JSON.parse(body)).toMatchObject({ queue_id, events: [{ saved_snippet: { title: 'long' } }] });
    expect(head.match(/^vary:/gm)).toHaveLength(1);
  }
});

test('the poll of a client that disconnects ends', async () => {
  const { queue_id, last_event_id } = await ada.connection.call(registerQueue, { event_types: [] });
  const hanging = new AbortController();
  const polled = fetch(`${server.url}/api/v1/events?${queries[0]?.(queue_id, last_event_id)}`, {
    headers: { authorization: basic(ada) },
    signal: hanging.signal,
  });
  await untilWaiting(1);
  hanging.abort();
  await expect(polled).rejects.toThrow('abort');
  await untilWaiting(0);
});

async function untilWaiting(count: number): Promise<void> {
  while (server.server.world.hub.size.waiting !== count)
    await new Promise((resolve) => setTimeout(resolve, 5));
}
