import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { cookieOf, logIn, userWithPassword } from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { sendRaw } from '@parley/test-support/raw-http.ts';
import { MAX_NEGOTIATION_HEADER_LENGTH } from '../../http/bounded-header.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const SESSION_LINKS = '<link rel="modulepreload" href="/assets/index-a1.js" />';
const SCRIPT = 'export const answer = 42;\n'.repeat(100);

let directory: string;
let server: TestServer;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-web-'));
  await mkdir(path.join(directory, 'assets'));
  const write = (name: string, content: string | Buffer): Promise<void> =>
    writeFile(path.join(directory, name), content);
  await write(
    'index.html',
    '<meta property="csp-nonce" nonce="%CSP_NONCE%"><head><title>Parley</title></head>',
  );
  await write('session-links.html', SESSION_LINKS);
  await write('sw.js', 'self.addEventListener("fetch", () => {});');
  await write('favicon.ico', Buffer.from([0, 0, 1, 0]));
  await write('secret.txt', 'not served');
  await write('assets/index-a1.js', SCRIPT);
  await write('assets/index-a1.js.br', brotliCompressSync(SCRIPT));
  await write('assets/index-a1.js.gz', gzipSync(SCRIPT));
  await write('assets/small-b2.css', 'a{}');
  server = await startTestServer((config) => ({ ...config, web: { directory } }));
  await server.realm('zebra');
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true });
});

function get(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return fetch(`${server.url}${target}`, { method, headers: { 'accept-encoding': 'identity', ...headers } });
}

function nonceOf(policy: string | null): string | undefined {
  return /style-src 'self' 'nonce-([\w-]{22})'/.exec(policy ?? '')?.[1];
}

describe('the page', () => {
  test('has a new nonce in each response, the same in policy and content', async () => {
    const nonces = new Set<string>();
    for (let n = 0; n < 3; n += 1) {
      const answer = await get('/');
      const nonce = nonceOf(answer.headers.get('content-security-policy')) ?? '';
      expect(await answer.text()).toContain(`nonce="${nonce}"`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  test('has all protective headers', async () => {
    const { headers, status } = await get('/');
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('camera=(self), microphone=(self)'),
    });
    const policy = headers.get('content-security-policy');
    for (const part of ["default-src 'none'", "script-src 'self';", "require-trusted-types-for 'script'"])
      expect(policy).toContain(part);
    expect(policy).not.toContain('unsafe-eval');
  });

  test('links the scripts of a session for users who are logged in, and for nobody else', async () => {
    const cookie = cookieOf(await logIn(server, await userWithPassword(server)));
    const page = await (await get('/', { cookie })).text();
    // The facts of the session are cut off with all that follows when the worker stores the page.
    expect(page).toContain(`${SESSION_LINKS}<meta name="parley-door"`);
    expect(await (await get('/')).text()).not.toContain(SESSION_LINKS);
  });

  test('is not sent again to a browser that has it, and keeps the nonce of that copy', async () => {
    const first = await get('/');
    const tag = first.headers.get('etag') ?? '';
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await get('/', { 'if-none-match': known });
      expect(again.status).toBe(304);
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
    }
    for (const unknown of [`"old.${'a'.repeat(22)}"`, tag.replace(/\.[^"]*/, ".x'; script-src *"), '*', ''])
      expect((await get('/', { 'if-none-match': unknown })).status).toBe(200);
  });

  test('is answered for HEAD without a body', async () => {
    const answer = await get('/', {}, 'HEAD');
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(50);
  });

  test('is the same for every organization, and missing where there is none', async () => {
    const at = (host: string): Promise<string> =>
      sendRaw(server.url, [`GET / HTTP/1.1`, `Host: ${host}`, 'Connection: close', '', ''].join('\r\n'));
    expect(await at('zebra.parley.test')).toContain('<title>Parley</title>');
    expect(await at('nowhere.parley.test')).toMatch(/^HTTP\/1.1 404 /);
  });
});

describe('assets', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    ['\tgzip\t;\tq=0.5\t', 'gzip'],
    [`gzip${'\t'.repeat(MAX_NEGOTIATION_HEADER_LENGTH)};q=1`, null],
  ])('for Accept-Encoding %s are sent as %s', async (accepted, coding) => {
    const answer = await sendRaw(
      server.url,
      [
        'GET /assets/index-a1.js HTTP/1.1',
        'Host: parley.test',
        `Accept-Encoding: ${accepted}`,
        'Connection: close',
        '',
        '',
      ].join('\r\n'),
    );
    expect(/content-encoding: (\w+)/i.exec(answer)?.[1] ?? null).toBe(coding);
    expect(answer).toMatch(/cache-control: public, max-age=31536000, immutable/i);
    expect(answer).toMatch(/vary: Accept-Encoding/i);
    expect(answer).toMatch(/content-type: text\/javascript/i);
  });

  test('have their content in each form', async () => {
    expect(await (await get('/assets/index-a1.js', { 'accept-encoding': 'br' })).text()).toBe(SCRIPT);
    expect(await (await get('/assets/index-a1.js', { 'accept-encoding': 'gzip' })).text()).toBe(SCRIPT);
    expect(await (await get('/assets/index-a1.js')).text()).toBe(SCRIPT);
    expect(await (await get('/assets/small-b2.css', { 'accept-encoding': 'br' })).text()).toBe('a{}');
    expect(gunzipSync(gzipSync(SCRIPT)).toString()).toBe(SCRIPT);
  });

  test.each([
    '/assets/none.js',
    '/assets/',
    '/assets/../secret.txt',
    '/assets/..%2fsecret.txt',
    '/secret.txt',
  ])('%s does not exist', async (target) => {
    const answer = await sendRaw(
      server.url,
      [`GET ${target} HTTP/1.1`, 'Host: parley.test', 'Connection: close', '', ''].join('\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
  });
});

test('the service worker is revalidated and has a policy of its own', async () => {
  const worker = await get('/sw.js');
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  expect(worker.headers.get('content-security-policy')).toContain("connect-src 'self'");
  const again = await get('/sw.js', { 'if-none-match': worker.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test('the manifest names the organization', async () => {
  const answer = await get('/app.webmanifest');
  expect(answer.headers.get('content-type')).toBe('application/manifest+json');
  expect(await answer.json()).toMatchObject({ name: 'Root', start_url: '/', display: 'standalone' });
});

test('favicon and robots are served', async () => {
  expect((await get('/favicon.ico')).headers.get('content-type')).toBe('image/x-icon');
  expect(await (await get('/robots.txt')).text()).toContain('Disallow: /');
});

test('a client that was not built is explained, and one that is off is not there', async () => {
  const missing = await startTestServer((config) => ({ ...config, web: { directory: '/nowhere' } }));
  const page = await fetch(missing.url);
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('npm run web:build')]);
  expect((await fetch(`${missing.url}/assets/index-a1.js`)).status).toBe(404);
  await missing.stop();
  const off = await startTestServer((config) => ({ ...config, web: undefined }));
  for (const target of ['/', '/robots.txt', '/app.webmanifest', '/sw.js'])
    expect((await fetch(`${off.url}${target}`)).status).toBe(404);
  await off.stop();
});
