import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test.each([
  ['/docs/', 'Documentation'],
  ['/docs/operating', 'Operating Parley'],
  ['/docs/operating/sizes', 'Sizes'],
  ['/docs/search?q=retention', 'message_retention_days'],
  ['/help/', 'User guide'],
  ['/help/search', 'Search'],
  ['/help/search?q=authenticator', 'Second step'],
])('%s is served with a strict content security policy', async (path, text) => {
  const page = await fetch(server.url + path);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self'/);
  expect(await page.text()).toContain(text);
});

test('pictures of the book are served, and no other file', async () => {
  const picture = await fetch(`${server.url}/docs/images/fanout.svg`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect((await fetch(`${server.url}/docs/images/guide/inbox.png`)).headers.get('content-type')).toBe(
    'image/png',
  );
  for (const path of [
    '/docs/images/none.png',
    '/help/questions',
    '/docs/images/..%2Findex.md',
    '/docs/no-such-page',
  ])
    expect((await fetch(server.url + path)).status).toBe(404);
});
