import { addAuthenticator, codeAt } from '@parley/test-support/authenticator.ts';
import {
  browserWith,
  cookieOf,
  logIn,
  openBrowser,
  OWN_PAGE,
  PASSWORD,
  userWithPassword,
  type TestBrowser,
} from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { startIdentityProvider, type IdentityProvider } from '@parley/test-support/identity-provider.ts';
import { raw, type RawAnswer } from '@parley/test-support/raw.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../engine/clock.ts';
import { endSessionsWithoutSecondStep } from './end-sessions.ts';

const HOST = 'parley.test';
const DAYS = 86_400_000;
/** Later than the accounts, whose time of joining is the database's. */
const START = Date.UTC(2100, 0, 1);
let ahead = 0;
const now = (): number => START + ahead;
let provider: IdentityProvider;
let server: TestServer;
let owner: TestUser;

beforeAll(async () => {
  provider = await startIdentityProvider(`http://${HOST}/complete/oidc/`);
  server = await startTestServer((config) => ({ ...config, signOn: provider.settings }), undefined, {
    clock: { ...systemClock, now },
  });
  owner = await server.user({ role: 100 });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
beforeEach(async () => {
  ahead = 0;
  await demand('nobody');
});

function demand(group: 'nobody' | 'administrators' | 'everyone'): Promise<RawAnswer> {
  const form = { second_steps_required_of: group, second_step_setup_days: '3' };
  return raw(server, '/api/v1/realm', { method: 'PATCH', as: owner, form });
}

function post(path: string, form: Record<string, string>): Promise<RawAnswer> {
  return raw(server, `/json/session/second-step${path}`, { method: 'POST', form, headers: OWN_PAGE });
}

const codeOf = (answer: RawAnswer): unknown => answer.json()['code'];
const dueOf = async (browser: TestBrowser): Promise<unknown> =>
  (await browser.ask('/second-steps')).json()['setup_due'];

/** A user whose time for the set-up is over, and the state of a log-in. */
async function late(): Promise<{ user: TestUser; browser: TestBrowser; state: string }> {
  const user = await userWithPassword(server);
  const browser = await openBrowser(server, user);
  await demand('everyone');
  ahead += 3 * DAYS;
  return { user, browser, state: String((await logIn(server, user)).json()['state']) };
}

test('[CR29] within the days of grace a log-in goes on, and tells until when', async () => {
  const user = await userWithPassword(server);
  await demand('everyone');
  const passed = await logIn(server, user);
  expect(passed.status).toBe(200);
  const due = Number(await dueOf(browserWith(server, cookieOf(passed))));
  expect(Math.round((due * 1000 - now()) / DAYS)).toBe(3);
});

test('[CR30] after them a log-in sets up the app first, and then has a session', async () => {
  const { user, state } = await late();
  const asked = await logIn(server, user);
  expect([asked.status, codeOf(asked), asked.headers['set-cookie']]).toEqual([
    401,
    'SECOND_STEP_SETUP_REQUIRED',
    undefined,
  ]);
  expect(codeOf(await post('', { state, code: '123456' }))).toBe('SECOND_STEP_SETUP_REQUIRED');
  const { secret } = (await post('/set-up', { state })).json() as { secret: string };
  expect(codeOf(await post('/set-up/confirm', { state, code: '00000x' }))).toBe('SECOND_STEP_FAILED');
  const done = await post('/set-up/confirm', { state, code: codeAt(secret, now()) });
  expect(done.json()['recovery_codes']).toHaveLength(10);
  const browser = browserWith(server, cookieOf(done));
  expect((await browser.ask('/users/me')).json()).toMatchObject({ user_id: user.id });
  expect(await dueOf(browser)).toBeNull();
  expect(codeOf(await logIn(server, user))).toBe('SECOND_STEP_REQUIRED');
});

test('[CR30] of two log-ins that wait, the second adds no further app', async () => {
  const { user, state } = await late();
  const second = String((await logIn(server, user)).json()['state']);
  const { secret } = (await post('/set-up', { state })).json() as { secret: string };
  await post('/set-up/confirm', { state, code: codeAt(secret, now()) });
  expect(codeOf(await post('/set-up', { state: second }))).toBe('SECOND_STEP_EXPIRED');
  ahead += 30_000;
  const given = { state: second, code: codeAt(secret, now()) };
  expect(codeOf(await post('/set-up/confirm', given))).toBe('SECOND_STEP_EXPIRED');
});

test('[CR30] a log-in that waits for a code cannot set up another app', async () => {
  const { user, state } = await late();
  const { secret } = (await post('/set-up', { state })).json() as { secret: string };
  await post('/set-up/confirm', { state, code: codeAt(secret, now()) });
  const waiting = String((await logIn(server, user)).json()['state']);
  expect(codeOf(await post('/set-up', { state: waiting }))).toBe('SECOND_STEP_EXPIRED');
});

test('[CR31] sessions without a second step end after the days; keys go on', async () => {
  const { user, browser } = await late();
  expect((await browser.ask('/users/me')).status).toBe(200);
  await endSessionsWithoutSecondStep(server.server.world);
  expect((await browser.ask('/users/me')).status).toBe(401);
  expect((await raw(server, '/api/v1/users/me', { as: user })).status).toBe(200);
  const form = { username: user.email, password: PASSWORD };
  const fetched = await raw(server, '/api/v1/fetch_api_key', { method: 'POST', form });
  expect([fetched.status, codeOf(fetched)]).toEqual([401, 'SECOND_STEP_SETUP_REQUIRED']);
});

test('[CR29] administrators alone are asked where only they must', async () => {
  const member = await userWithPassword(server);
  const administrator = await userWithPassword(server, { role: 200 });
  await demand('administrators');
  ahead += 3 * DAYS;
  expect((await logIn(server, member)).status).toBe(200);
  expect(codeOf(await logIn(server, administrator))).toBe('SECOND_STEP_SETUP_REQUIRED');
});

test('[CR32] the last second step stays while one is required', async () => {
  const user = await userWithPassword(server);
  const browser = await openBrowser(server, user);
  const { id, codes } = await addAuthenticator(browser, now());
  await demand('everyone');
  const remove = async (code = ''): Promise<number> =>
    (await browser.ask(`/second-steps/${id}`, { method: 'DELETE', form: { code } })).status;
  expect(await remove(codes[0])).toBe(400);
  const listed = await raw(server, '/api/v1/realm/second-steps', { as: owner });
  expect(listed.json()['users']).toContainEqual({ user_id: user.id, kinds: ['totp'], setup_due: null });
  await demand('nobody');
  expect(await remove(codes[0])).toBe(200);
});

test('[CR30] a browser that signs on sets up the app on a page', async () => {
  const { user } = await late();
  provider.account = { email: user.email, email_verified: true };
  const begun = await raw(server, '/accounts/login/social/oidc/main?next=/%3Fa%3Db', { host: HOST });
  const { pathname, search } = await provider.visit(String(begun.headers['location']));
  const back = await raw(server, pathname + search, { host: HOST, headers: { cookie: cookieOf(begun) } });
  const path = String(back.headers['location']);
  const shown = await raw(server, path, { host: HOST });
  const secret = (/type ((?:[A-Z2-7]{4} ?)+)/.exec(shown.body.toString())?.[1] ?? '').replaceAll(' ', '');
  const send = (code: string): Promise<RawAnswer> =>
    raw(server, path, {
      method: 'POST',
      host: HOST,
      form: { code },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
  expect((await send('00000x')).status).toBe(400);
  const done = await send(codeAt(secret, now()));
  expect(done.body.toString().match(/<li>/g)).toHaveLength(10);
  expect(done.body.toString()).toContain('href="/?a=b"');
  const browser = browserWith(server, cookieOf(done), { host: HOST });
  expect((await browser.ask('/users/me')).status).toBe(200);
});
