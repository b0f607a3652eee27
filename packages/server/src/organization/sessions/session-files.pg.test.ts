import { openBrowser, OWN_PAGE, userWithPassword, type TestBrowser } from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let ada: TestUser;
let browser: TestBrowser;
let file: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await userWithPassword(server);
  browser = await openBrowser(server, ada);
  const body = new FormData();
  body.append('file', new Blob(['content of the file']), 'file.txt');
  const headers = { ...OWN_PAGE, cookie: browser.cookie };
  const uploaded = await fetch(`${server.url}/json/user_uploads`, { method: 'POST', body, headers });
  ({ url: file } = (await uploaded.json()) as { url: string });
});
afterAll(() => server.stop());

function fetchAs(path: string, headers: Record<string, string>, method = 'GET') {
  return raw(server, path, { method, headers });
}

test.each(['same-origin', 'none'])('files and avatars open with the cookie for %s', async (site) => {
  const headers = { cookie: browser.cookie, 'sec-fetch-site': site };
  const answer = await fetchAs(file, headers);
  expect(answer.status).toBe(200);
  expect(answer.body.toString('utf8')).toBe('content of the file');
  expect(answer.headers['vary']).toContain('Cookie');
  expect((await fetchAs(`/avatar/${ada.id}`, headers)).status).toBe(302);
});

test.each(['same-site', 'cross-site', undefined])(
  'files and avatars do not open with the cookie for %s',
  async (site) => {
    const headers = {
      cookie: browser.cookie,
      ...(site === undefined ? {} : { 'sec-fetch-site': site }),
    };
    for (const path of [file, `/avatar/${ada.id}`, file.replace('/user_uploads/', '/user_uploads/download/')])
      expect((await fetchAs(path, headers)).status).toBe(401);
  },
);

test('a page uploads a file in pieces, and a foreign page cannot', async () => {
  const headers = { ...OWN_PAGE, cookie: browser.cookie, 'tus-resumable': '1.0.0' };
  const begun = await fetchAs('/json/tus/', { ...headers, 'upload-length': '4' }, 'POST');
  expect(begun.status).toBe(201);
  expect(begun.headers['access-control-allow-origin']).toBeUndefined();
  const location = String(begun.headers['location']);
  expect(location).toMatch(/^\/json\/tus\/[0-9a-f]{32}$/);
  const piece = { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const send = (more: Record<string, string>) =>
    fetch(server.url + location, { method: 'PATCH', headers: { ...piece, ...more }, body: 'text' });
  expect((await send({ 'sec-fetch-site': 'same-site' })).status).toBe(403);
  expect(await (await send({})).json()).toMatchObject({ result: 'success' });
  const foreign = { ...headers, 'upload-length': '4', 'x-parley': '', origin: 'https://evil.test' };
  expect((await fetchAs('/json/tus/', foreign, 'POST')).status).toBe(403);
});

test('a browser gets no password dialog for a file without a session', async () => {
  const answer = await fetchAs(file, { 'sec-fetch-site': 'same-origin' });
  expect(answer.status).toBe(401);
  expect(answer.headers['www-authenticate']).toBe('Session realm="zulip"');
});
