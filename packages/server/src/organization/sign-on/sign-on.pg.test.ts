import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { deactivateUser, getUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../engine/config.ts';
import { sql } from '../../engine/db/sql.ts';
import { hexHashOf } from '../../engine/secrets/seal.ts';
import { encryptWithPad } from './methods.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { type IdentityProvider, startIdentityProvider } from '@parley/test-support/identity-provider.ts';
import { browserWith, cookieOf } from '@parley/test-support/browser.ts';
import { raw } from '@parley/test-support/raw.ts';

const PAD = '5a'.repeat(32);

let provider: IdentityProvider;
let server: TestServer;
let owner: TestUser;

beforeAll(async () => {
  provider = await startIdentityProvider('http://parley.test/complete/oidc/');
  server = await startTestServer((config) => ({ ...config, signOn: provider.settings }));
  owner = await server.user({ role: 100 });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

async function settings(host?: string): Promise<Record<string, unknown>> {
  return (await raw(server, '/api/v1/server_settings', host === undefined ? {} : { host })).json();
}

function begin(pad: string, host?: string) {
  return raw(
    server,
    `/accounts/login/social/oidc/main?mobile_flow_otp=${pad}`,
    host === undefined ? {} : { host },
  );
}

function pathOf(url: URL): string {
  return url.pathname + url.search;
}

/** Goes through the browser's part, up to where it is sent in the end. */
async function signOn(email: string, email_verified = true) {
  provider.account = { email, email_verified };
  const begun = await begin(PAD);
  expect(begun.status).toBe(302);
  const back = await provider.visit(String(begun.headers['location']));
  return { back, answer: await raw(server, pathOf(back)) };
}

test('server settings name the provider, where the organization wants it', async () => {
  expect(await settings()).toMatchObject({
    authentication_methods: { 'openid connect': true, email: true },
    external_authentication_methods: [
      {
        name: 'oidc:main',
        display_name: 'The Company',
        display_icon: null,
        login_url: '/accounts/login/social/oidc/main',
        signup_url: '/accounts/register/social/oidc/main',
      },
    ],
  });
  await owner.connection.call(updateRealm, {
    authentication_methods: { 'OpenID Connect': false, Email: true },
  });
  expect(await settings()).toMatchObject({
    authentication_methods: { 'openid connect': false },
    external_authentication_methods: [],
  });
  expect((await begin(PAD)).status).toBe(400);
  const queue = await owner.connection.call(registerQueue, { event_types: ['realm'] });
  const method = (enabled: boolean) =>
    expect.objectContaining({ 'OpenID Connect': { enabled, available: true } });
  expect(queue.realm_authentication_methods).toEqual(method(false));
  await owner.connection.call(updateRealm, { authentication_methods: { 'OpenID Connect': true } });
  const { events } = await owner.connection.call(getEvents, {
    queue_id: queue.queue_id,
    last_event_id: queue.last_event_id,
  });
  expect(events).toMatchObject([{ data: { authentication_methods: method(true) } }]);
});

test('a configuration that is half there is refused', () => {
  const bare = { PARLEY_SECRET: '0123456789abcdefghijklmnopqrstuvwxyz' };
  expect(readConfig(bare).signOn).toBeUndefined();
  expect(() => readConfig({ ...bare, PARLEY_OIDC_ISSUER: 'https://id.example.org' })).toThrow(
    /belong together/,
  );
});

test('[CR1] an app gets a new key of the user whom the provider names, hidden by its pad', async () => {
  const ada = await server.user({ email: 'Ada@example.com' });
  const { answer } = await signOn('ada@EXAMPLE.com');
  const location = new URL(String(answer.headers['location']));
  expect(location.href).toMatch(/^zulip:\/\/login\?/);
  const given = Object.fromEntries(location.searchParams);
  const { otp_encrypted_api_key: hidden, ...others } = given;
  expect(others).toEqual({ realm: 'http://parley.test', email: 'Ada@example.com', user_id: String(ada.id) });
  const key = Buffer.from(encryptWithPad(Buffer.from(hidden ?? '', 'hex').toString('latin1'), PAD), 'hex');
  const found = await server.server.world.findAccount(hexHashOf(key.toString('latin1')));
  expect(found?.user.id).toBe(ada.id);
});

test('the first sign-on to an account that was created for its user sets date_joined', async () => {
  const { id } = await server.user({ email: 'created@example.com', awaitsFirstLogin: true });
  const joined = () =>
    owner.connection.call(getUser, { user_id: id }).then(({ user: shownUser }) => shownUser.date_joined);
  const backdate = () =>
    server.server.world.pool.all(sql`update realm_user set date_joined = '2020-01-01' where id = ${id}`);
  await backdate();
  await signOn('created@example.com');
  expect(Date.now() - Date.parse(await joined())).toBeLessThan(180_000);
  await backdate();
  await signOn('created@example.com');
  expect(await joined()).toBe('2020-01-01T00:00+00:00');
});

function beginInBrowser(query: string, headers: Record<string, string> = {}) {
  return raw(server, `/accounts/login/social/oidc/main${query}`, { host: 'parley.test', headers });
}

function finishInBrowser(back: URL, cookie: string) {
  return raw(server, pathOf(back), { host: 'parley.test', headers: { cookie } });
}

test('a browser gets a session of the user whom the provider confirms, and opens the path', async () => {
  const grace = await server.user({ email: 'grace@example.com' });
  provider.account = { email: 'grace@example.com', email_verified: true };
  const begun = await beginInBrowser('?next=/%3Fa%3Db');
  expect(begun.headers['set-cookie']?.[0]).toMatch(
    /^__Host-parley-sign-on=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
  const back = await provider.visit(String(begun.headers['location']));
  const answer = await finishInBrowser(back, cookieOf(begun));
  expect(answer.status).toBe(302);
  expect(answer.headers['location']).toBe('/?a=b');
  const browser = browserWith(server, cookieOf(answer), { host: 'parley.test' });
  expect((await browser.ask('/users/me')).json()).toMatchObject({ user_id: grace.id });
});

test('a browser that did not begin the sign-on gets no session', async () => {
  await server.user({ email: 'mallory@example.com' });
  provider.account = { email: 'mallory@example.com', email_verified: true };
  const [begun, victim] = [await beginInBrowser(''), await beginInBrowser('')];
  for (const cookie of ['', cookieOf(victim)]) {
    const back = await provider.visit(String((await beginInBrowser('')).headers['location']));
    const answer = await finishInBrowser(back, cookie);
    expect(answer.status).toBe(400);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect(cookieOf(await beginInBrowser('', { cookie: cookieOf(begun) }))).toBe(cookieOf(begun));
});

test('a foreign address as next leads to the start page', async () => {
  await server.user({ email: 'next@example.com' });
  provider.account = { email: 'next@example.com', email_verified: true };
  const begun = await beginInBrowser('?next=https://evil.test/');
  const back = await provider.visit(String(begun.headers['location']));
  expect((await finishInBrowser(back, cookieOf(begun))).headers['location']).toBe('/');
});

test('the address of the log-in leads to the start page', async () => {
  for (const path of ['/login', '/login/?next=%2Fapi%2Fv1%2Fdrafts']) {
    const answer = await raw(server, path);
    expect([answer.status, answer.headers['location']]).toEqual([302, '/']);
  }
});

test('what the browser brings back is good once', async () => {
  await server.user({ email: 'once@example.com' });
  const { back, answer } = await signOn('once@example.com');
  expect(answer.status).toBe(302);
  expect((await raw(server, pathOf(back))).status).toBe(400);
});

test.each([
  ['an address that the provider has not confirmed', 'known@example.com', false],
  ['an address without an account', 'unknown@example.com', true],
  ['a deactivated account', 'gone@example.com', true],
])('%s lets nobody in', async (_name, email, verified) => {
  if (email !== 'unknown@example.com') {
    const user = await server.user({ email });
    if (email === 'gone@example.com') await owner.connection.call(deactivateUser, { user_id: user.id });
  }
  const { answer } = await signOn(email, verified);
  expect(answer.status).toBe(400);
  expect(answer.headers['location']).toBeUndefined();
});

test('codes and states of others, pads of the wrong form and refusals are told as a page', async () => {
  await server.user({ email: 'twice@example.com' });
  provider.account = { email: 'twice@example.com', email_verified: true };
  const [one, two] = [await begin(PAD), await begin(PAD)];
  const first = await provider.visit(String(one.headers['location']));
  const second = await provider.visit(String(two.headers['location']));
  const mixed = new URL(first);
  mixed.searchParams.set('state', second.searchParams.get('state') ?? '');
  expect((await raw(server, pathOf(mixed))).status).toBe(400);
  const state = first.searchParams.get('state') ?? '';
  const refused = await raw(server, `/complete/oidc/?state=${state}&error=access_denied`);
  expect(refused.status).toBe(400);
  expect(refused.headers['content-type']).toContain('text/html');
  for (const pad of ['', 'x', 'ab', 'zz'.repeat(32), `${PAD}00`]) expect((await begin(pad)).status).toBe(400);
  for (const query of ['', '?state=x', '?state=%00&code=y'])
    expect((await raw(server, `/complete/oidc/${query}`)).status).toBe(400);
});

test('an organization with a host of its own gets the answer by way of the root', async () => {
  const realmId = await server.realm('own');
  const user = await server.user({ realmId, email: 'own@example.com', host: 'own.parley.test' });
  provider.account = { email: 'own@example.com', email_verified: true };
  const begun = await begin(PAD, 'own.parley.test');
  const back = await provider.visit(String(begun.headers['location']));
  const onward = new URL(String((await raw(server, pathOf(back))).headers['location']));
  expect(onward.host).toBe('own.parley.test');
  const answer = await raw(server, pathOf(onward), { host: 'own.parley.test' });
  const location = new URL(String(answer.headers['location']));
  expect(Object.fromEntries(location.searchParams)).toMatchObject({
    realm: 'http://own.parley.test',
    user_id: String(user.id),
  });
});

test('a provider that is away is told as a page, and does not hold up a server without one', async () => {
  const lonely = await startTestServer((config) => ({
    ...config,
    signOn: { ...provider.settings, issuer: 'http://127.0.0.1:1' },
  }));
  const begun = await raw(lonely, `/accounts/login/social/oidc/main?mobile_flow_otp=${PAD}`);
  expect(begun.status).toBe(400);
  await lonely.stop();
});
