import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  browserWith,
  cookieOf,
  logIn,
  openBrowser,
  OWN_PAGE,
  PASSWORD,
  userWithPassword,
} from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';
import { deactivateUser } from '@parley/contract/endpoints/users.ts';
import { sql } from '../../engine/db/sql.ts';
import { createAccounts, sessionLookup } from '../../http/accounts.ts';
import { createCredentialUse } from '../../http/credential-use.ts';
import { createVersionedCache } from '../../engine/db/versioned-cache.ts';
import { systemClock } from '../../engine/clock.ts';
import { hexHashOf } from '../../engine/secrets/seal.ts';
import { expireCredentials } from '../credentials/expire.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a log-in sets a cookie that works below /json and nowhere else', async () => {
  const ada = await userWithPassword(server);
  const answer = await logIn(server, ada);
  expect(answer.status).toBe(200);
  expect(answer.json()).toMatchObject({ result: 'success', user_id: ada.id });
  expect(answer.headers['set-cookie']?.[0]).toMatch(
    /^parley-dev=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
  );
  const browser = browserWith(server, cookieOf(answer));
  expect((await browser.ask('/users/me')).json()).toMatchObject({ user_id: ada.id });
  const withKeyPath = await raw(server, '/api/v1/users/me', {
    headers: { ...OWN_PAGE, cookie: browser.cookie },
  });
  expect(withKeyPath.status).toBe(401);
  expect((await raw(server, '/json/users/me', { as: ada, headers: OWN_PAGE })).status).toBe(401);
  expect((await browser.ask('/users/me', { as: ada })).status).toBe(401);
});

test('another host than this machine gets the cookie with the prefix __Host-', async () => {
  const realmId = await server.realm('acme');
  const host = 'acme.parley.test';
  const grace = await userWithPassword(server, { realmId, host });
  const answer = await logIn(server, grace, { host });
  expect(answer.headers['set-cookie']?.[0]).toMatch(
    /^__Host-parley=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/,
  );
  const cookie = cookieOf(answer);
  expect((await browserWith(server, cookie, { host }).ask('/users/me')).status).toBe(200);
  const elsewhere = await browserWith(server, cookie, { host: 'parley.test' }).ask('/users/me');
  expect(elsewhere.status).toBe(401);
  expect(elsewhere.headers['www-authenticate']).toBe('Session realm="zulip"');
});

test('a wrong password begins no session', async () => {
  const ada = await userWithPassword(server);
  const answer = await logIn(server, ada, { form: { username: ada.email, password: 'wrong' } });
  expect(answer.status).toBe(401);
  expect(answer.json()).toMatchObject({ code: 'AUTHENTICATION_FAILED' });
  expect(answer.headers['set-cookie']).toBeUndefined();
  const without = await logIn(server, ada, { form: { username: ada.email } });
  expect(without.json()).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'password' });
});

const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'x-parley': 'web' },
  { 'sec-fetch-site': 'same-origin' },
  { 'x-parley': 'other', 'sec-fetch-site': 'same-origin' },
  { 'x-parley': 'web', 'sec-fetch-site': 'same-site' },
  { 'x-parley': 'web', 'sec-fetch-site': 'cross-site' },
  { 'x-parley': 'web', 'sec-fetch-site': 'none' },
  { 'x-parley': 'web', origin: 'https://evil.test' },
  { 'x-parley': 'web', origin: 'null' },
  { 'x-parley': 'web', origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
];

test.each(FOREIGN)('a request with a cookie and the headers %j is refused', async (headers) => {
  const ada = await userWithPassword(server);
  const { cookie } = await openBrowser(server, ada);
  const attempts = [
    raw(server, '/json/users/me', { headers: { ...headers, cookie } }),
    raw(server, '/json/server_settings', { headers: { ...headers, cookie } }),
    raw(server, '/json/drafts', { method: 'POST', form: { drafts: '[]' }, headers: { ...headers, cookie } }),
    raw(server, '/json/sessions', { headers: { ...headers, cookie } }),
    raw(server, '/json/session', { method: 'DELETE', headers: { ...headers, cookie } }),
    logIn(server, ada, { headers }),
  ];
  for (const answer of await Promise.all(attempts)) {
    expect(answer.status).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'FOREIGN_PAGE' });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('a request with the own origin works, and OPTIONS allows no other origin', async () => {
  const ada = await userWithPassword(server);
  const { cookie } = await openBrowser(server, ada);
  const headers = { cookie, 'x-parley': 'web', origin: server.url };
  expect((await raw(server, '/json/users/me', { headers })).status).toBe(200);
  const options = await raw(server, '/json/users/me', {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.test', 'access-control-request-headers': 'x-parley' },
  });
  expect(options.status).toBe(204);
  expect(Object.keys(options.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('logging out ends the session, deletes the cookie and clears the storage', async () => {
  const ada = await userWithPassword(server);
  const [browser, other] = [await openBrowser(server, ada), await openBrowser(server, ada)];
  const answer = await browser.ask('/session', { method: 'DELETE' });
  expect(answer.status).toBe(200);
  expect(answer.headers['set-cookie']?.[0]).toMatch(/^parley-dev=; Path=\/; Max-Age=0;/);
  expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
  expect((await browser.ask('/users/me')).status).toBe(401);
  expect((await other.ask('/users/me')).status).toBe(200);
  expect((await browser.ask('/session', { method: 'DELETE' })).status).toBe(200);
});

test('[CR8] users see their sessions and API keys, and end one of them', async () => {
  const [ada, eve] = [await userWithPassword(server), await userWithPassword(server)];
  const first = await openBrowser(server, ada);
  const second = await openBrowser(server, ada);
  const { sessions } = (await second.ask('/sessions')).json() as { sessions: { id: number }[] };
  expect(sessions).toMatchObject([
    { kind: 'session', client: 'Unspecified', address: '127.0.0.1', is_current: true },
    { kind: 'session', client: 'Unspecified', address: '127.0.0.1', is_current: false },
    { kind: 'key', client: 'Key of the new account', address: null, is_current: false },
  ]);
  const id = sessions[1]?.id;
  const stranger = await openBrowser(server, eve);
  expect((await stranger.ask(`/sessions/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await second.ask('/sessions/x', { method: 'DELETE' })).status).toBe(404);
  expect((await second.ask(`/sessions/${id}`, { method: 'DELETE' })).status).toBe(200);
  expect((await first.ask('/users/me')).status).toBe(401);
  expect((await second.ask('/users/me')).status).toBe(200);
});

test('a log-in replaces the session of the same browser', async () => {
  const ada = await userWithPassword(server);
  const before = await openBrowser(server, ada);
  const answer = await logIn(server, ada, { headers: { ...OWN_PAGE, cookie: before.cookie } });
  expect(cookieOf(answer)).not.toBe(before.cookie);
  expect((await before.ask('/users/me')).status).toBe(401);
});

test('[CR5] a change of the password ends the other sessions and all keys', async () => {
  const ada = await userWithPassword(server);
  const [browser, other] = [await openBrowser(server, ada), await openBrowser(server, ada)];
  const form = { old_password: PASSWORD, new_password: 'a quite different long secret' };
  expect((await browser.ask('/settings', { method: 'PATCH', form })).status).toBe(200);
  expect((await browser.ask('/users/me')).status).toBe(200);
  expect((await other.ask('/users/me')).status).toBe(401);
  expect((await raw(server, '/api/v1/users/me', { as: ada })).status).toBe(401);
});

test('[CR7] deactivation ends all sessions and keys for good', async () => {
  const [owner, ada] = [await server.user({ role: 100 }), await userWithPassword(server)];
  const browser = await openBrowser(server, ada);
  await owner.connection.call(deactivateUser, { user_id: ada.id });
  expect((await browser.ask('/users/me')).status).toBe(401);
  const { pool } = server.server.world;
  expect(await pool.all(sql`select from credential where user_id = ${ada.id}`)).toEqual([]);
});

test('a session that was idle for too long ends', async () => {
  const { world } = server.server;
  const ada = await userWithPassword(server);
  const browser = await openBrowser(server, ada);
  await world.pool.all(
    sql`update credential set expires_at = now() - interval '1 second' where kind = 'session' and user_id = ${ada.id}`,
  );
  await server.restart();
  expect((await browser.ask('/users/me')).status).toBe(401);
  await expireCredentials(server.server.world);
  const left = await server.server.world.pool.all(
    sql`select from credential where kind = 'session' and user_id = ${ada.id}`,
  );
  expect(left).toEqual([]);
});

test('the use of a session is recorded every few minutes, and its life is limited', async () => {
  const { pool } = server.server.world;
  const ada = await userWithPassword(server);
  const { cookie } = await openBrowser(server, ada);
  await pool.all(
    sql`update credential set created_at = now() - interval '85 days', last_used = now() - interval '13 days',
          expires_at = now() + interval '1 day' where kind = 'session' and user_id = ${ada.id}`,
  );
  const accounts = createAccounts(pool, createVersionedCache(), systemClock);
  const token = cookie.split('=')[1] ?? '';
  const found = await accounts.find(sessionLookup(hexHashOf(token)));
  if (found === undefined) throw new Error('The session was not found.');
  const delays: (() => void)[] = [];
  const after = (_milliseconds: number, callback: () => void): (() => void) => {
    delays.push(callback);
    return () => {};
  };
  const use = createCredentialUse(pool, { ...systemClock, after }, (error) => {
    throw error;
  });
  use.record(found.credential);
  use.record(found.credential);
  expect(delays).toHaveLength(1);
  delays[0]?.();
  await expect
    .poll(() =>
      pool.first(
        sql`select date_part('day', expires_at - created_at) as days, last_used > now() - interval '1 minute' as is_used
            from credential where kind = 'session' and user_id = ${ada.id}`,
      ),
    )
    .toEqual({ days: 90, is_used: true });
});

test('a POST with a body, an upload and a poll work with the cookie', async () => {
  const ada = await userWithPassword(server);
  const browser = await openBrowser(server, ada);
  const registered = await browser.ask('/register', {
    method: 'POST',
    form: { event_types: '["alert_words"]' },
  });
  const { queue_id, last_event_id } = registered.json() as { queue_id: string; last_event_id: number };
  const poll = browser.ask(`/events?queue_id=${queue_id}&last_event_id=${last_event_id}`);
  await browser.ask('/users/me/alert_words', { method: 'POST', form: { alert_words: '["cookie"]' } });
  expect((await poll).json()).toMatchObject({ events: [{ type: 'alert_words' }] });
  const body = new FormData();
  body.append('file', new Blob(['content of the file']), 'file.txt');
  const headers = { ...OWN_PAGE, cookie: browser.cookie };
  const uploaded = await fetch(`${server.url}/json/user_uploads`, { method: 'POST', body, headers });
  expect(await uploaded.json()).toMatchObject({ result: 'success', filename: 'file.txt' });
  const refused = await fetch(`${server.url}/json/user_uploads`, {
    method: 'POST',
    body,
    headers: { ...headers, 'sec-fetch-site': 'cross-site' },
  });
  expect(refused.status).toBe(403);
});
