import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { bodyOf, sendInPieces, sendRaw, statusOf } from '@parley/test-support/raw-http.ts';

let server: TestServer;
let ada: TestUser;
let credentials: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada' });
  credentials = `Basic ${Buffer.from(`${ada.email}:${ada.apiKey}`).toString('base64')}`;
});
afterAll(() => server.stop());

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}${path}`, { headers: { authorization: credentials, ...headers } });
}

function form(method: string, path: string, body: string): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: credentials, 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
}

function lines(...all: string[]): string {
  return `${all.join('\r\n')}\r\n\r\n`;
}

test('an unknown address is a page for a browser, and JSON for a program or below the API', async () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const typeAt = async (path: string, headers: Record<string, string>): Promise<string | null> => {
    const answer = await get(path, headers);
    expect(answer.status).toBe(404);
    return answer.headers.get('content-type');
  };
  expect(await typeAt('/nowhere', browser)).toContain('text/html');
  expect(await typeAt('/nowhere', { accept: '*/*' })).toBe('application/json');
  expect(await typeAt('/api/v1/nowhere', browser)).toBe('application/json');
  expect(await typeAt('/json/nowhere', browser)).toBe('application/json');
});

describe('one organization per request', () => {
  test('two Host headers are refused', async () => {
    const answer = await sendRaw(
      server.url,
      lines('GET /api/v1/server_settings HTTP/1.1', 'Host: parley.test', 'Host: other.parley.test'),
    );
    expect(statusOf(answer)).toBe(400);
    expect(JSON.parse(bodyOf(answer))).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  });

  test('a target in absolute form is refused', async () => {
    const answer = await sendRaw(
      server.url,
      lines('GET http://other.parley.test/api/v1/server_settings HTTP/1.1', 'Host: parley.test'),
    );
    expect(statusOf(answer)).toBe(400);
  });

  test('no Host header is refused', async () => {
    expect(statusOf(await sendRaw(server.url, lines('GET /health HTTP/1.1')))).toBe(400);
  });

  test('two Authorization headers are refused', async () => {
    const answer = await sendRaw(
      server.url,
      lines(
        'GET /api/v1/drafts HTTP/1.1',
        'Host: parley.test',
        `Authorization: ${credentials}`,
        `Authorization: ${credentials}`,
      ),
    );
    expect(statusOf(answer)).toBe(401);
  });
});

/** Longer than any answer takes: the server closes the connection after the last one. */
const UNTIL_CLOSED_MS = 20_000;

describe('framing', () => {
  const host = 'Host: parley.test';
  test.each([
    [
      'Content-Length and chunked encoding',
      lines('POST /api/v1/drafts HTTP/1.1', host, 'Content-Length: 5', 'Transfer-Encoding: chunked'),
    ],
    ['two lengths', lines('POST /api/v1/drafts HTTP/1.1', host, 'Content-Length: 5', 'Content-Length: 6')],
    ['a length with a sign', lines('POST /api/v1/drafts HTTP/1.1', host, 'Content-Length: +5')],
    ['a null byte in a header', lines('GET /health HTTP/1.1', host, 'X: a\0b')],
    ['a space before the colon', lines('GET /health HTTP/1.1', host, 'X : a')],
    ['not HTTP', 'hello\r\n\r\n'],
    ['an oversized header', lines('GET /health HTTP/1.1', host, `X: ${'a'.repeat(20_000)}`)],
  ])('%s: refused with a 4xx', async (_name, bytes) => {
    const answer = await sendRaw(server.url, bytes);
    expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
    expect(statusOf(answer)).toBeLessThan(500);
  });

  test('a request that never ends is cut off', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write(`POST /api/v1/drafts HTTP/1.1\r\n${host}\r\nX: `);
    expect(await once(socket, 'close')).toHaveLength(1);
  });

  test('a body over the limit is refused', async () => {
    const answer = await form('POST', '/api/v1/drafts', `drafts=${'x'.repeat(1_100_000)}`);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ result: 'error', code: 'REQUEST_TOO_LARGE' });
  });

  test.each([
    ['POST', ';'],
    ['PATCH', 'multipart/form-data'],
    ['POST', 'multipart/form-data; boundary='],
    ['DELETE', 'x'],
    ['PUT', 'application/x-www-form-urlencoded'],
    ['OPTIONS', 'text/plain'],
  ])('%s with a body of type %j leaves the connection free for the next request', async (method, type) => {
    const body = 'x'.repeat(200_000);
    const first = lines(
      `${method} /api/v1/drafts HTTP/1.1`,
      host,
      `Authorization: ${credentials}`,
      `Content-Type: ${type}`,
      `Content-Length: ${body.length}`,
    );
    const last = lines('GET /health HTTP/1.1', host, 'Connection: close');
    const answers = await sendInPieces(server.url, [first, body, last], UNTIL_CLOSED_MS);
    expect(answers.split('HTTP/1.1 ')).toHaveLength(3);
  });

  test('a multipart body with no boundary, or cut short, is refused', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const answer = await fetch(`${server.url}/api/v1/drafts`, {
        method: 'POST',
        headers: { authorization: credentials, 'content-type': type },
        body: '--x\r\nContent-Disposition: form-data; name="drafts"\r\n\r\n[',
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    }
  });
});

describe('parameters', () => {
  test.each(['POST', 'PATCH', 'DELETE'])(
    '%s reads the query, a form and a multipart body; the body wins',
    async (method) => {
      const path = method === 'POST' ? '/api/v1/drafts' : '/api/v1/drafts/999999999';
      const name = method === 'POST' ? 'drafts' : 'draft';
      const right = method === 'POST' ? '[]' : '{"type":"","to":[],"topic":"","content":"x"}';
      const expected = method === 'POST' ? 200 : 404;
      const wrong = encodeURIComponent('nonsense');
      const inQuery = await form(method, `${path}?${name}=${encodeURIComponent(right)}`, '');
      expect(inQuery.status).toBe(expected);
      const inForm = await form(method, `${path}?${name}=${wrong}`, `${name}=${encodeURIComponent(right)}`);
      expect(inForm.status).toBe(expected);
      const body = new FormData();
      body.set(name, right);
      const request: RequestInit = { method, headers: { authorization: credentials }, body };
      const inMultipart = await fetch(`${server.url}${path}?${name}=${wrong}`, request);
      expect(inMultipart.status).toBe(expected);
    },
  );

  test('the last of several fields with one name wins', async () => {
    expect((await form('POST', '/api/v1/drafts', 'drafts=nonsense&drafts=[]')).status).toBe(200);
    expect((await form('POST', '/api/v1/drafts', 'drafts=[]&drafts=nonsense')).status).toBe(400);
  });

  test('a JSON body is refused with a message that names form fields', async () => {
    const answer = await fetch(`${server.url}/api/v1/drafts`, {
      method: 'POST',
      headers: { authorization: credentials, 'content-type': 'application/json' },
      body: '{"drafts":[]}',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'BAD_REQUEST',
      msg: expect.stringContaining('form fields'),
    });
  });

  test('unsupported parameters are reported sorted, on success only', async () => {
    const answer = await form('POST', '/api/v1/drafts?zeta=1', 'drafts=[]&alpha=1');
    expect(await answer.json()).toMatchObject({ ignored_parameters_unsupported: ['alpha', 'zeta'] });
    const failed = await form('POST', '/api/v1/drafts?zeta=1', 'drafts=1&alpha=1');
    expect(await failed.json()).not.toHaveProperty('ignored_parameters_unsupported');
  });

  test('the name of the client is a parameter of every POST', async () => {
    const posted = await form('POST', '/api/v1/drafts', 'drafts=[]&client=robot');
    expect(await posted.json()).not.toHaveProperty('ignored_parameters_unsupported');
  });

  test.each(['\0', 'a\0b'])('text with a null character is refused: %j', async (text) => {
    const draft = JSON.stringify([{ type: '', to: [], topic: '', content: text }]);
    const answer = await form('POST', '/api/v1/drafts', `drafts=${encodeURIComponent(draft)}`);
    expect(answer.status).toBe(400);
    const inField = await form('POST', '/api/v1/drafts', `drafts=[]&x=${encodeURIComponent(text)}`);
    expect(inField.status).toBe(400);
  });
});

describe('methods and paths', () => {
  test('a wrong method is 405 with Allow, before credentials are checked, and has no code', async () => {
    const answer = await fetch(`${server.url}/api/v1/drafts`, { method: 'PUT' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ result: 'error', allowed_methods: ['GET', 'HEAD', 'POST'] });
    expect(body).not.toHaveProperty('code');
  });

  test.each(['TRACE', 'PROPFIND', 'LOCK'])('%s is 405', async (method) => {
    const answer = await sendRaw(server.url, lines(`${method} /api/v1/drafts HTTP/1.1`, 'Host: parley.test'));
    expect(statusOf(answer)).toBe(405);
  });

  test('HEAD gets no body, even if its address is too long to be parsed', async () => {
    const answer = await sendRaw(
      server.url,
      lines(`HEAD /api/v1/${'x'.repeat(20_000)} HTTP/1.1`, 'Host: parley.test'),
    );
    expect([statusOf(answer), bodyOf(answer)]).toEqual([400, '']);
  });

  test('OPTIONS returns 204 with Allow, and HEAD is served like GET', async () => {
    const options = await fetch(`${server.url}/api/v1/drafts`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST']);
    const head = await fetch(`${server.url}/api/v1/drafts`, {
      method: 'HEAD',
      headers: { authorization: credentials },
    });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('a POST can carry another method', async () => {
    const answer = await form('POST', '/api/v1/drafts', 'method=GET');
    expect(await answer.json()).toMatchObject({ result: 'success', count: expect.any(Number) });
  });

  test.each([
    '/api/v1/none',
    '/api/v1/drafts/abc',
    '/api/v1/drafts/-5',
    '/api/v1/drafts/1.5',
    '/api/v1',
    '/',
    '/..%2f..%2fetc/passwd',
    '/api/v1/drafts/99999999999999999999999',
  ])('%s is not found, as JSON', async (path) => {
    const answer = await fetch(`${server.url}${path}`, { method: 'PATCH' });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  });

  test('a path that is not valid percent-encoding is refused', async () => {
    const answer = await sendRaw(server.url, lines('GET /api/v1/users/%ff%zz HTTP/1.1', 'Host: parley.test'));
    expect(statusOf(answer)).toBe(400);
    expect(JSON.parse(bodyOf(answer))).toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('responses', () => {
  test('are JSON with a newline and are never cached', async () => {
    const answer = await get('/api/v1/drafts');
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('vary')).toContain('Accept-Language');
    expect((await answer.text()).endsWith('}\n')).toBe(true);
  });

  test('without credentials: 401 with a challenge for programs, the login page for browsers', async () => {
    const program = await fetch(`${server.url}/api/v1/drafts`);
    expect(program.status).toBe(401);
    expect(program.headers.get('www-authenticate')).toBe('Basic realm="zulip"');
    const browser = await fetch(`${server.url}/api/v1/drafts`, {
      headers: { accept: 'text/html,application/xhtml+xml,application/json;q=0.5' },
      redirect: 'manual',
    });
    expect([browser.status, browser.headers.get('location')]).toEqual([
      302,
      '/login/?next=%2Fapi%2Fv1%2Fdrafts',
    ]);
  });
});
