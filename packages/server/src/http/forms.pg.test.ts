import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { bodyOf, sendInPieces, sendRaw, statusOf } from '@parley/test-support/raw-http.ts';

let server: TestServer;
let ada: TestUser;
let basic: string;

beforeAll(async () => {
  server = await startTestServer((config) => ({ ...config, rateLimits: true }));
  ada = await server.user();
  basic = `Basic ${Buffer.from(`${ada.email}:${ada.apiKey}`).toString('base64')}`;
});
afterAll(() => server.stop());

/** A body that arrives with the headers, and one that arrives after the credentials were checked. */
const ARRIVALS = ['at once', 'later'] as const;
type Arrival = (typeof ARRIVALS)[number];

const CONTENT_TYPE = 'application/x-www-form-urlencoded; charset=UTF-8';

type FormRequest = { path: string; form?: string; method?: string; headers?: Record<string, string> };

async function sendForm(arrival: Arrival, { path, form, method = 'POST', headers = {} }: FormRequest) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: basic,
      ...(form === undefined ? {} : { 'content-type': CONTENT_TYPE }),
      ...headers,
    },
    redirect: 'manual',
    ...(form === undefined
      ? {}
      : arrival === 'at once'
        ? { body: form }
        : { body: delayed(form), duplex: 'half' }),
  });
  const body = await response.text();
  return {
    status: response.status,
    // The connection of a refused body of unknown length is closed.
    headers: [...response.headers.keys()].filter((name) => name !== 'keep-alive').toSorted(),
    body: body
      .replaceAll(/"(id|retry-after)":[\d.]+/g, '"$1":0')
      .replaceAll(/"message_(?:url|link)":"[^"]*\/near\/\d+"/g, '"near":0'),
  };
}

function delayed(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: async (stream) => {
      await pause(60);
      stream.enqueue(new TextEncoder().encode(text));
      stream.close();
    },
  });
}

/** Sends the request with both kinds of bodies and expects equal responses, except for ids and times. */
async function expectSame(
  request: FormRequest,
): Promise<{ status: number; body: string; headers: string[] }> {
  const [first, ...others] = await Promise.all(ARRIVALS.map((arrival) => sendForm(arrival, request)));
  for (const other of others) expect(other).toEqual(first);
  return first ?? { status: 0, body: '', headers: [] };
}

describe('a form that arrives with the headers gets the same response as a later one', () => {
  const message = (content: string): string =>
    new URLSearchParams({ type: 'direct', to: JSON.stringify([ada.id]), content }).toString();

  test('with a success, its headers and limits', async () => {
    const { status, headers, body } = await expectSame({ path: '/messages', form: message('é – 日本') });
    expect({ status, body: JSON.parse(body) as unknown }).toEqual({
      status: 200,
      body: { result: 'success', msg: '', id: 0, near: 0 },
    });
    expect(headers).toEqual(expect.arrayContaining(['content-security-policy', 'x-ratelimit-remaining']));
  });

  test('with unknown, missing, malformed or repeated parameters', async () => {
    const path = '/messages';
    const unknown = await expectSame({ path, form: `${message('a')}&what=1` });
    expect(JSON.parse(unknown.body)).toMatchObject({ ignored_parameters_unsupported: ['what'] });
    for (const form of [
      'type=direct',
      'x',
      '%',
      '&&',
      `${message('b')}&content=%00`,
      `${message('c')}&to=[`,
      '?type=direct',
    ])
      expect((await expectSame({ path, form })).status).toBe(400);
    expect((await expectSame({ path: `${path}?content=query`, form: message('body') })).status).toBe(200);
    expect((await expectSame({ path, form: 'a=1&'.repeat(3) + message('d') })).status).toBe(200);
    const many = Array.from({ length: 1001 }, (_, n) => `f${n}=`).join('&');
    expect((await expectSame({ path, form: many })).status).toBe(400);
  });

  test('with a method override', async () => {
    const form = `${message('a')}&method=`;
    expect((await expectSame({ path: '/messages', form: `${form}GET` })).status).toBe(400);
    expect((await expectSame({ path: '/messages', form: `${form}PUT` })).status).toBe(405);
    expect((await expectSame({ path: '/messages', form: `${form}OPTIONS` })).status).toBe(204);
    expect((await expectSame({ path: '/users/me/presence', method: 'GET' })).status).toBe(405);
  });

  test('with wrong credentials', async () => {
    const many = Array.from({ length: 1001 }, (_, n) => `f${n}=`).join('&');
    for (const authorization of ['Bearer x', 'Basic x', `Basic ${btoa(`${ada.email}:x`)}`]) {
      const headers = { authorization };
      const refused = await expectSame({ path: '/messages', form: message('a'), headers });
      expect(refused.status).not.toBe(200);
      expect(await expectSame({ path: '/messages', form: many, headers })).toEqual(refused);
    }
  });
});

function head(...more: string[]): string {
  return [
    'POST /api/v1/messages HTTP/1.1',
    'Host: parley.test',
    `Authorization: ${basic}`,
    'Content-Type: application/x-www-form-urlencoded',
    ...more,
    '\r\n',
  ].join('\r\n');
}

function body(): string {
  return `type=direct&to=[${ada.id}]&content=raw`;
}

function formRequest(): string {
  return head(`Content-Length: ${body().length}`) + body();
}

test('a form with two Host or two Authorization headers is refused', async () => {
  for (const more of ['Host: other.parley.test', `Authorization: ${basic}`]) {
    const answer = await sendRaw(server.url, head(more, `Content-Length: ${body().length}`) + body());
    expect(statusOf(answer)).toBe(more.startsWith('Host') ? 400 : 401);
  }
});

test('a form may arrive in pieces or in chunks, and several on one connection', async () => {
  const [first, rest] = [formRequest().slice(0, -5), formRequest().slice(-5)];
  const chunked = `${head('Transfer-Encoding: chunked')}${body().length.toString(16)}\r\n${body()}\r\n0\r\n\r\n`;
  const answers = await sendInPieces(
    server.url,
    [first, rest, formRequest() + formRequest(), chunked, formRequest()],
    1000,
  );
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(5);
  expect(JSON.parse(bodyOf(answers).split('\n')[0] ?? '')).toMatchObject({ result: 'success' });
});
