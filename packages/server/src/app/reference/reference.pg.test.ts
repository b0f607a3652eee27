import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}${path}`, { headers, redirect: 'manual' });
}

test('the reference is served without credentials and with a strict content security policy', async () => {
  const page = await get('/api/');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self'/);
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(await page.text()).toContain('The API of this server');
});

test.each([
  ['/api/send-message', 'Send a message'],
  ['/api/events', 'How events arrive'],
  ['/api/events/reaction', '<code>reaction</code>'],
  ['/api/objects/Message', '<h1>Message</h1>'],
  ['/api/errors', 'BAD_EVENT_QUEUE_ID'],
  ['/api/search?q=mute', 'mute-topic'],
  ['/api/openapi.json', '"operationId": "send-message"'],
])('%s is served', async (path, text) => {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain(text);
});

test('a page that the browser has cached is not sent cached', async () => {
  const tag = (await get('/api/errors')).headers.get('etag') ?? '';
  const cached = await get('/api/errors', { 'if-none-match': tag });
  expect(cached.status).toBe(304);
  expect(await cached.text()).toBe('');
  expect((await get('/api/errors', { 'if-none-match': '"another"' })).status).toBe(200);
});

test('a path without its slash redirects to the reference, and unknown pages are not found', async () => {
  const bare = await get('/api');
  expect([bare.status, bare.headers.get('location')]).toEqual([301, '/api/']);
  for (const path of ['/api/no-such-operation', '/api/v1', '/api/events/none', '/api/objects/__proto__']) {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  }
});
