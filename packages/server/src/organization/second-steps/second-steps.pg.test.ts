import { fetchApiKey } from '@parley/contract/endpoints/server.ts';
import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { createConnection } from '@parley/client/connection.ts';
import { addAuthenticator, codeAt, type Authenticator } from '@parley/test-support/authenticator.ts';
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
import { raw, type RawAnswer } from '@parley/test-support/raw.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../engine/clock.ts';
import { q, sql } from '../../engine/db/sql.ts';
import { beginSession } from '../credentials/begin.ts';

let ahead = 0;
const now = (): number => Date.now() + ahead;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer((config) => ({ ...config, rateLimits: true }), undefined, {
    clock: { ...systemClock, now },
  });
});
afterAll(() => server.stop());

type Enrolled = Authenticator & { readonly user: TestUser; readonly browser: TestBrowser };

/** A user whose log-ins ask for a code. */
async function enrolled(): Promise<Enrolled> {
  const user = await userWithPassword(server);
  const browser = await openBrowser(server, user);
  return { user, browser, ...(await addAuthenticator(browser, now())) };
}

async function start(browser: TestBrowser): Promise<{ id: number; secret: string; url: string }> {
  const answer = await browser.ask('/second-steps', { method: 'POST', form: { name: 'Phone' } });
  return answer.json() as { id: number; secret: string; url: string };
}

function confirm(browser: TestBrowser, id: number, code: string): Promise<RawAnswer> {
  return browser.ask(`/second-steps/${id}/confirm`, { method: 'POST', form: { code } });
}

async function stateOf(user: TestUser): Promise<string> {
  return String((await logIn(server, user)).json()['state']);
}

function pass(state: string, code: string): Promise<RawAnswer> {
  const form = { state, code };
  return raw(server, '/json/session/second-step', { method: 'POST', form, headers: OWN_PAGE });
}

function remove({ ask }: TestBrowser, id: number, code: string): Promise<RawAnswer> {
  return ask(`/second-steps/${id}`, { method: 'DELETE', form: { code } });
}

/** The next code of the app, after the earlier ones were used. */
function nextCode({ secret }: Pick<Enrolled, 'secret'>): string {
  ahead += 30_000;
  return codeAt(secret, now());
}

async function listOf(browser: TestBrowser): Promise<Record<string, unknown>> {
  return (await browser.ask('/second-steps')).json();
}

const codeOf = (answer: RawAnswer): unknown => answer.json()['code'];

test('[CR17] a log-in with a password goes on with a code of the app, once', async () => {
  const ada = await enrolled();
  const asked = await logIn(server, ada.user);
  expect([asked.status, codeOf(asked), asked.headers['set-cookie']]).toEqual([
    401,
    'SECOND_STEP_REQUIRED',
    undefined,
  ]);
  const state = String(asked.json()['state']);
  const code = nextCode(ada);
  const passed = await pass(state, code);
  expect([passed.status, passed.json()['user_id']]).toEqual([200, ada.user.id]);
  expect((await browserWith(server, cookieOf(passed)).ask('/users/me')).status).toBe(200);
  expect(codeOf(await pass(state, nextCode(ada)))).toBe('SECOND_STEP_EXPIRED');
});

test('[CR19] a code and every earlier one are refused after it was used, also with another state', async () => {
  const ada = await enrolled();
  const [first, second] = [await stateOf(ada.user), await stateOf(ada.user)];
  const earlier = codeAt(ada.secret, now());
  const code = nextCode(ada);
  expect((await pass(first, code)).status).toBe(200);
  expect(codeOf(await pass(second, code))).toBe('SECOND_STEP_FAILED');
  expect(codeOf(await pass(second, earlier))).toBe('SECOND_STEP_FAILED');
  expect((await pass(second, nextCode(ada))).status).toBe(200);
});

test('[CR19] of several requests with one code at once, one begins a session', async () => {
  const ada = await enrolled();
  const states = await Promise.all(Array.from({ length: 4 }, () => stateOf(ada.user)));
  const code = nextCode(ada);
  const answers = await Promise.all(states.map((state) => pass(state, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('[CR20] a recovery code logs in once, however it is typed', async () => {
  const ada = await enrolled();
  expect(new Set(ada.codes).size).toBe(10);
  const [code = ''] = ada.codes;
  expect(code).toMatch(/^\w{4}(-\w{4}){5}$/);
  const typed = code.toUpperCase().replaceAll('-', ' ');
  const passed = await pass(await stateOf(ada.user), typed);
  expect(passed.status).toBe(200);
  expect(codeOf(await pass(await stateOf(ada.user), code))).toBe('SECOND_STEP_FAILED');
  expect(await listOf(browserWith(server, cookieOf(passed)))).toMatchObject({ recovery_codes_left: 9 });
});

test('[CR17] a program that sends only a password is told what to do', async () => {
  const ada = await enrolled();
  const visitor = createConnection({ url: server.url });
  const login = { username: ada.user.email, password: PASSWORD };
  await expect(visitor.call(fetchApiKey, login)).rejects.toMatchObject({
    code: 'SECOND_STEP_REQUIRED',
    status: 401,
    message: expect.stringContaining('parameter code') as string,
  });
  await expect(visitor.call(fetchApiKey, { ...login, code: '000000x' })).rejects.toMatchObject({
    code: 'SECOND_STEP_FAILED',
  });
  const { api_key: apiKey } = await visitor.call(fetchApiKey, { ...login, code: nextCode(ada) });
  const program = createConnection({ url: server.url, credentials: { email: ada.user.email, apiKey } });
  expect(await program.call(getOwnUser)).toMatchObject({ user_id: ada.user.id });
});

test('[CR18] the first app ends other sessions, and API keys go on', async () => {
  const user = await userWithPassword(server);
  const [browser, other] = [await openBrowser(server, user), await openBrowser(server, user)];
  const { id, secret } = await start(browser);
  expect((await other.ask('/users/me')).status).toBe(200);
  expect((await confirm(browser, id, codeAt(secret, now()))).status).toBe(200);
  expect((await other.ask('/users/me')).status).toBe(401);
  expect((await browser.ask('/users/me')).status).toBe(200);
  expect(await user.connection.call(getOwnUser)).toMatchObject({ user_id: user.id });
});

test('[CR18] an app that was not confirmed asks for nothing', async () => {
  const user = await userWithPassword(server);
  const browser = await openBrowser(server, user);
  const { id, url } = await start(browser);
  expect(url).toContain('otpauth://totp/Root');
  expect(codeOf(await confirm(browser, id, '000000x'))).toBe('SECOND_STEP_FAILED');
  expect(await listOf(browser)).toMatchObject({ second_steps: [] });
  expect((await logIn(server, user)).status).toBe(200);
});

test('[CR18] the last app takes recovery codes with it, and log-ins ask for nothing', async () => {
  const ada = await enrolled();
  expect(await listOf(ada.browser)).toMatchObject({
    second_steps: [{ id: ada.id, kind: 'totp', name: 'Authenticator app', last_used: null }],
    recovery_codes_left: 10,
  });
  expect((await remove(ada.browser, ada.id, nextCode(ada))).status).toBe(200);
  expect(await listOf(ada.browser)).toMatchObject({ second_steps: [], recovery_codes_left: 0 });
  expect((await logIn(server, ada.user)).status).toBe(200);
});

test('[CR18] changes need a recent log-in, and a session rather than a key', async () => {
  const ada = await enrolled();
  const { pool } = server.server.world;
  await pool.all(
    sql`update credential set created_at = created_at - interval '1 hour' where user_id = ${ada.user.id}`,
  );
  await pool.all(sql`update realm_user set timezone = timezone where id = ${ada.user.id}`);
  const asks = [
    ['POST', '/second-steps'],
    ['POST', `/second-steps/${ada.id}/confirm`],
    ['DELETE', `/second-steps/${ada.id}`],
    ['POST', '/recovery-codes'],
  ] as const;
  for (const [method, path] of asks) {
    const form = method === 'POST' ? { form: { code: '123456' } } : {};
    const answer = await ada.browser.ask(path, { method, ...form });
    expect([path, codeOf(answer)]).toEqual([path, 'RECENT_LOGIN_REQUIRED']);
    const byKey = await raw(server, `/api/v1${path}`, { method, as: ada.user });
    expect([path, byKey.status]).toEqual([path, 404]);
  }
});

test('a user removes only second steps of the own account', async () => {
  const [ada, eve] = [await enrolled(), await enrolled()];
  expect((await remove(eve.browser, ada.id, nextCode(eve))).status).toBe(404);
  expect(codeOf(await logIn(server, ada.user))).toBe('SECOND_STEP_REQUIRED');
  expect(codeOf(await pass(await stateOf(ada.user), nextCode(eve)))).toBe('SECOND_STEP_FAILED');
  expect(codeOf(await pass(await stateOf(ada.user), eve.codes[0] ?? ''))).toBe('SECOND_STEP_FAILED');
});

test('[CR21] after five wrong codes even the right one has to wait', async () => {
  const ada = await enrolled();
  const state = await stateOf(ada.user);
  for (let n = 0; n < 5; n += 1) expect(codeOf(await pass(state, '000000x'))).toBe('SECOND_STEP_FAILED');
  expect((await pass(state, nextCode(ada))).status).toBe(429);
  expect((await pass(await stateOf(ada.user), ada.codes[0] ?? '')).status).toBe(429);
});

test('a state is forgotten after ten minutes, and with a new password', async () => {
  const ada = await enrolled();
  const [first, second] = [await stateOf(ada.user), await stateOf(ada.user)];
  const form = { old_password: PASSWORD, new_password: 'an entirely different long secret' };
  expect((await ada.browser.ask('/settings', { method: 'PATCH', form })).status).toBe(200);
  expect(codeOf(await pass(first, nextCode(ada)))).toBe('SECOND_STEP_EXPIRED');
  const bob = await enrolled();
  const third = await stateOf(bob.user);
  ahead += 11 * 60_000;
  expect(codeOf(await pass(third, nextCode(bob)))).toBe('SECOND_STEP_EXPIRED');
  expect(second).not.toBe(first);
});

test('[CR22] a log-in that forgets to ask begins no credential', async () => {
  const { user } = await enrolled();
  const { world } = server.server;
  const row = await world.pool.first(q.selectFrom('realm_user').selectAll().where('id', '=', user.id));
  if (row === undefined) throw new Error('There is no user.');
  const begin = (factor: 'password' | 'sign-on' | 'invitation' | 'setup code') =>
    world.write(user.realmId, (tx) => beginSession(tx, row, { name: 'a browser', factor }));
  for (const factor of ['password', 'sign-on', 'invitation', 'setup code'] as const)
    await expect(begin(factor)).rejects.toMatchObject({ code: 'SECOND_STEP_REQUIRED' });
});

test('secrets and codes are not in the database as they are', async () => {
  const { user, secret, codes } = await enrolled();
  const state = await stateOf(user);
  const { pool } = server.server.world;
  for (const table of ['second_step', 'recovery_code', 'waiting_login', 'audit_entry', 'audit_part']) {
    const rows = await pool.all(sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`);
    const text = rows.map(({ row }) => row).join('\n');
    for (const value of [secret, codes[0] ?? '', state]) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(Buffer.from(value).toString('hex'));
    }
  }
});

test('the audit trail tells of second steps, and of the proofs of log-ins', async () => {
  const owner = await server.user({ role: 100 });
  const ada = await enrolled();
  await pass(await stateOf(ada.user), '000000x');
  await pass(await stateOf(ada.user), nextCode(ada));
  await remove(ada.browser, ada.id, nextCode(ada));
  const query = { object_type: 'user', object_id: String(ada.user.id) };
  const answer = await raw(server, `/api/v1/realm/audit?${new URLSearchParams(query)}`, { as: owner });
  const entries = (answer.json()['entries'] as Record<string, unknown>[]).toReversed();
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'second-step.added',
      'recovery-codes.replaced',
      'login.failed',
      'login.succeeded',
      'second-step.removed',
    ]),
  );
  expect(entries).toContainEqual(
    expect.objectContaining({
      action: 'login.succeeded',
      after: expect.objectContaining({ factor: 'password', second_step: 'totp' }) as unknown,
    }),
  );
});
