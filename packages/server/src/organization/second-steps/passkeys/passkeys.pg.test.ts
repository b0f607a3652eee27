import type { PasskeyRequest } from '@parley/contract/endpoints/passkeys.ts';
import { addAuthenticator, codeAt } from '@parley/test-support/authenticator.ts';
import {
  browserWith,
  cookieOf,
  logIn,
  openBrowser,
  OWN_PAGE,
  userWithPassword,
  type TestBrowser,
} from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { addPasskey, SoftwarePasskey, type Deviation } from '@parley/test-support/passkey.ts';
import { raw, type RawAnswer } from '@parley/test-support/raw.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../engine/clock.ts';
import { q } from '../../../engine/db/sql.ts';
import { urlOf } from '../../../engine/hosts.ts';

const START = Date.UTC(2100, 0, 1);
let ahead = 0;
const now = (): number => START + ahead;
let server: TestServer;
let origin: string;

beforeAll(async () => {
  server = await startTestServer((config) => ({ ...config, rateLimits: true }), undefined, {
    clock: { ...systemClock, now },
  });
  origin = urlOf(server.server.world.config.hosts, '');
});
afterAll(() => server.stop());

type Holder = { readonly user: TestUser; readonly browser: TestBrowser; readonly passkey: SoftwarePasskey };

/** A user with a passkey, and the recovery codes. */
async function holder(): Promise<Holder & { readonly codes: readonly string[] }> {
  const user = await userWithPassword(server);
  const browser = await openBrowser(server, user);
  const passkey = new SoftwarePasskey(origin);
  const added = await addPasskey(browser, passkey);
  return { user, browser, passkey, codes: added.json()['recovery_codes'] as string[] };
}

function post(path: string, form: Record<string, string> = {}): Promise<RawAnswer> {
  return raw(server, `/json/session${path}`, { method: 'POST', form, headers: OWN_PAGE });
}

type Started = { readonly state: string; readonly options: PasskeyRequest };

async function start(): Promise<Started> {
  return (await post('/passkey/start')).json() as unknown as Started;
}

function finish({ state }: Pick<Started, 'state'>, used: object): Promise<RawAnswer> {
  return post('/passkey', { state, passkey: JSON.stringify(used) });
}

async function enter(passkey: SoftwarePasskey, deviation?: Deviation): Promise<RawAnswer> {
  const started = await start();
  return finish(started, passkey.use(started.options, deviation));
}

/** The options for the second step of a log-in with the password, and its state. */
async function step(user: TestUser): Promise<Started> {
  const state = String((await logIn(server, user)).json()['state']);
  const { options } = (await post('/second-step/passkey', { state })).json();
  return { state, options: options as PasskeyRequest };
}

function pass({ state }: Started, used: object): Promise<RawAnswer> {
  return post('/second-step', { state, passkey: JSON.stringify(used) });
}

async function proofOptions({ ask }: TestBrowser): Promise<PasskeyRequest> {
  return (await ask('/passkeys/proof', { method: 'POST' })).json()['options'] as PasskeyRequest;
}

const codeOf = (answer: RawAnswer): unknown => answer.json()['code'];

test('[CR33] a passkey that checks its user logs in alone', async () => {
  const { user, passkey } = await holder();
  const entered = await enter(passkey);
  expect([entered.status, entered.json()['user_id']]).toEqual([200, user.id]);
  const browser = browserWith(server, cookieOf(entered));
  expect((await browser.ask('/users/me')).json()).toMatchObject({ user_id: user.id });
  expect((await browser.ask('/second-steps')).json()).toMatchObject({
    second_steps: [{ kind: 'passkey', name: 'Laptop', last_used: Math.floor(now() / 1000) }],
    recovery_codes_left: 10,
  });
});

test.each<[string, Deviation]>([
  ['without a check of its user', { isUnverified: true }],
  ['for a page of another origin', { origin: 'http://evil.test' }],
  ['for another host', { rpId: 'evil.test' }],
  ['for another account', { userHandle: 'AAAA' }],
])('[CR33] an answer %s does not log in', async (_, deviation) => {
  const { passkey } = await holder();
  const refused = await enter(passkey, deviation);
  expect([codeOf(refused), refused.headers['set-cookie']]).toEqual(['AUTHENTICATION_FAILED', undefined]);
  expect((await enter(passkey)).status).toBe(200);
});

test('[CR34] an answer works once, for its own log-in, for five minutes', async () => {
  const { passkey } = await holder();
  const [first, second] = [await start(), await start()];
  const used = passkey.use(first.options);
  expect(codeOf(await finish(second, used))).toBe('AUTHENTICATION_FAILED');
  expect((await finish(first, used)).status).toBe(200);
  expect(codeOf(await finish(first, used))).toBe('AUTHENTICATION_FAILED');
  const late = passkey.use(second.options);
  ahead += 5 * 60_000;
  expect(codeOf(await finish(second, late))).toBe('AUTHENTICATION_FAILED');
});

test('[CR34] of several requests with one answer at once, one logs in', async () => {
  const { passkey } = await holder();
  const started = await start();
  const used = passkey.use(started.options);
  const answers = await Promise.all(Array.from({ length: 4 }, () => finish(started, used)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('[CR34] a counter that does not grow is refused: the passkey was copied', async () => {
  const { passkey } = await holder();
  expect((await enter(passkey, { counter: 7 })).status).toBe(200);
  expect(codeOf(await enter(passkey, { counter: 7 }))).toBe('AUTHENTICATION_FAILED');
  expect((await enter(passkey, { counter: 8 })).status).toBe(200);
});

test('[CR17] a passkey is the second step after the password, without a check of its user', async () => {
  const { user, passkey } = await holder();
  const asked = await logIn(server, user);
  expect(asked.json()).toMatchObject({ code: 'SECOND_STEP_REQUIRED', kinds: ['passkey'] });
  const started = await step(user);
  expect(started.options.allowCredentials.map(({ id }) => id)).toEqual([passkey.id]);
  const passed = await pass(started, passkey.use(started.options, { isUnverified: true, userHandle: null }));
  expect([passed.status, passed.json()['user_id']]).toEqual([200, user.id]);
});

test('[CR34] a passkey of another user, log-in or purpose passes no second step', async () => {
  const [ada, eve] = [await holder(), await holder()];
  const started = await step(ada.user);
  expect(codeOf(await pass(started, eve.passkey.use(started.options)))).toBe('SECOND_STEP_FAILED');
  const other = await step(ada.user);
  expect(codeOf(await pass(started, ada.passkey.use(other.options)))).toBe('SECOND_STEP_FAILED');
  const proof = await proofOptions(ada.browser);
  expect(codeOf(await pass(started, ada.passkey.use(proof)))).toBe('SECOND_STEP_FAILED');
  expect((await pass(started, ada.passkey.use(started.options))).status).toBe(200);
});

test('[CR20] a user who lost the passkey logs in with a recovery code', async () => {
  const { user, codes } = await holder();
  const state = String((await logIn(server, user)).json()['state']);
  expect((await post('/second-step', { state, code: codes[0] ?? '' })).status).toBe(200);
});

test('[CR18] the first passkey ends other sessions, and a removed one logs in no more', async () => {
  const user = await userWithPassword(server);
  const [browser, other] = [await openBrowser(server, user), await openBrowser(server, user)];
  const passkey = new SoftwarePasskey(origin);
  const id = Number((await addPasskey(browser, passkey)).json()['id']);
  expect((await other.ask('/users/me')).status).toBe(401);
  const proof = { passkey: JSON.stringify(passkey.use(await proofOptions(browser))) };
  expect((await browser.ask(`/second-steps/${id}`, { method: 'DELETE', form: proof })).status).toBe(200);
  expect(codeOf(await enter(passkey))).toBe('AUTHENTICATION_FAILED');
  expect((await logIn(server, user)).status).toBe(200);
});

test('[CR35] changes of second steps ask for one of them', async () => {
  const user = await userWithPassword(server);
  const browser = await openBrowser(server, user);
  const { id, secret } = await addAuthenticator(browser, now());
  const asks = [
    ['DELETE', `/second-steps/${id}`],
    ['POST', '/second-steps'],
    ['POST', '/recovery-codes'],
    ['POST', '/passkeys'],
  ] as const;
  for (const [method, path] of asks) {
    expect([path, codeOf(await browser.ask(path, { method }))]).toEqual([path, 'SECOND_STEP_REQUIRED']);
    const wrong = await browser.ask(path, { method, form: { code: '000000x' } });
    expect([path, codeOf(wrong)]).toEqual([path, 'SECOND_STEP_FAILED']);
  }
  ahead += 30_000;
  const passkey = new SoftwarePasskey(origin);
  expect((await addPasskey(browser, passkey, { code: codeAt(secret, now()) })).status).toBe(200);
  const used = passkey.use(await proofOptions(browser));
  const renewed = await browser.ask('/recovery-codes', {
    method: 'POST',
    form: { passkey: JSON.stringify(used) },
  });
  expect(renewed.json()['recovery_codes']).toHaveLength(10);
});

test('[CR35] the proof of one session is none of another', async () => {
  const { user, browser, passkey } = await holder();
  const started = await step(user);
  const other = browserWith(server, cookieOf(await pass(started, passkey.use(started.options))));
  const used = JSON.stringify(passkey.use(await proofOptions(browser)));
  const refused = await other.ask('/recovery-codes', { method: 'POST', form: { passkey: used } });
  expect(codeOf(refused)).toBe('SECOND_STEP_FAILED');
});

test('a passkey is added for one session and origin, once', async () => {
  const user = await userWithPassword(server);
  const browser = await openBrowser(server, user);
  const passkey = new SoftwarePasskey(origin);
  const confirm = (created: object): Promise<RawAnswer> =>
    browser.ask('/passkeys/confirm', { method: 'POST', form: { passkey: JSON.stringify(created) } });
  const { options } = (await browser.ask('/passkeys', { method: 'POST' })).json();
  const created = passkey.create(options as never);
  const foreign = passkey.create(options as never, { origin: 'http://evil.test' });
  expect(codeOf(await confirm(foreign))).toBe('SECOND_STEP_FAILED');
  expect((await confirm(created)).status).toBe(200);
  expect(codeOf(await confirm(created))).toBe('SECOND_STEP_FAILED');
});

test('an office behind one address logs in with passkeys at once', async () => {
  const holders = [await holder(), await holder(), await holder()];
  const statuses: number[] = [];
  for (let round = 0; round < 4; round += 1)
    for (const { passkey } of holders) statuses.push((await enter(passkey)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a deactivated user does not come in with a passkey', async () => {
  const { user, passkey } = await holder();
  const { pool } = server.server.world;
  await pool.all(q.updateTable('realm_user').set({ is_active: false }).where('id', '=', user.id));
  expect(codeOf(await enter(passkey))).toBe('AUTHENTICATION_FAILED');
});

test('the audit trail names the passkey of a log-in, and a refused one', async () => {
  const owner = await server.user({ role: 100 });
  const { user, passkey } = await holder();
  await enter(passkey);
  await enter(passkey, { isUnverified: true });
  const query = { object_type: 'user', object_id: String(user.id) };
  const answer = await raw(server, `/api/v1/realm/audit?${new URLSearchParams(query)}`, { as: owner });
  const entries = answer.json()['entries'] as { action: string; after: Record<string, unknown> }[];
  const after = (action: string): unknown => entries.find((entry) => entry.action === action)?.after;
  expect(after('login.succeeded')).toMatchObject({ factor: 'passkey', second_step: 'passkey' });
  expect(after('login.failed')).toEqual({ factor: 'passkey', reason: 'AUTHENTICATION_FAILED' });
  expect(after('second-step.added')).toMatchObject({ second_step_kind: 'passkey' });
});
