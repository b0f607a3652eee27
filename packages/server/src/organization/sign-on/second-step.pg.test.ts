import { createHash } from 'node:crypto';
import type { PasskeyRequest } from '@parley/contract/endpoints/passkeys.ts';
import { addAuthenticator, codeAt, type Authenticator } from '@parley/test-support/authenticator.ts';
import { browserWith, cookieOf, openBrowser, userWithPassword } from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { startIdentityProvider, type IdentityProvider } from '@parley/test-support/identity-provider.ts';
import { storePasskey } from '@parley/test-support/passkey.ts';
import { raw, type RawAnswer } from '@parley/test-support/raw.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PAD = '5a'.repeat(32);
const HOST = 'parley.test';
const OWN = { 'sec-fetch-site': 'same-origin' };

let provider: IdentityProvider;
let server: TestServer;

beforeAll(async () => {
  provider = await startIdentityProvider('http://parley.test/complete/oidc/');
  server = await startTestServer((config) => ({ ...config, signOn: provider.settings }));
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

/** A user with an authenticator app. */
async function enrolled(): Promise<{ user: TestUser; app: Authenticator }> {
  const user = await userWithPassword(server);
  const app = await addAuthenticator(await openBrowser(server, user, HOST), Date.now());
  provider.account = { email: user.email, email_verified: true };
  return { user, app };
}

/** Goes to the provider and back. */
async function signOn(query: string): Promise<RawAnswer> {
  const begun = await raw(server, `/accounts/login/social/oidc/main${query}`, { host: HOST });
  const { pathname, search } = await provider.visit(String(begun.headers['location']));
  return raw(server, pathname + search, { host: HOST, headers: { cookie: cookieOf(begun) } });
}

function send(path: string, code: string, headers: Record<string, string> = OWN): Promise<RawAnswer> {
  return raw(server, path, { method: 'POST', host: HOST, form: { code }, headers });
}

const nextCode = ({ secret }: Authenticator): string => codeAt(secret, Date.now() + 30_000);

test('[CR17] a browser that signs on enters a code, and then has a session', async () => {
  const { user, app } = await enrolled();
  const asked = await signOn('?next=/%3Fa%3Db');
  const path = String(asked.headers['location']);
  expect(path).toMatch(/^\/second-step\/[\w-]{43}$/);
  expect(asked.headers['set-cookie']).toBeUndefined();
  expect((await raw(server, path, { host: HOST })).status).toBe(200);
  const wrong = await send(path, '000000x');
  expect([wrong.status, wrong.headers['set-cookie']]).toEqual([400, undefined]);
  const foreign = await send(path, nextCode(app), { 'sec-fetch-site': 'cross-site' });
  expect([foreign.status, foreign.headers['set-cookie']]).toEqual([400, undefined]);
  const passed = await send(path, nextCode(app));
  expect([passed.status, passed.headers['location']]).toEqual([302, '/?a=b']);
  const browser = browserWith(server, cookieOf(passed), { host: HOST });
  expect((await browser.ask('/users/me')).json()).toMatchObject({ user_id: user.id });
  expect((await send(path, app.codes[0] ?? '')).status).toBe(401);
});

test('[CR17] an app that signs on gets its key after the code', async () => {
  const { user, app } = await enrolled();
  const path = String((await signOn(`?mobile_flow_otp=${PAD}`)).headers['location']);
  expect(path).toMatch(/^\/second-step\//);
  const passed = await send(path, app.codes[0] ?? '');
  const { searchParams } = new URL(String(passed.headers['location']));
  expect(searchParams.get('user_id')).toBe(String(user.id));
  expect(searchParams.get('otp_encrypted_api_key')).toMatch(/^[0-9a-f]{64}$/);
});

test('[CR17] a browser that signs on answers with a passkey, by the script of the page', async () => {
  const user = await userWithPassword(server);
  const passkey = await storePasskey(server.server.world, user, `http://${HOST}`);
  provider.account = { email: user.email, email_verified: true };
  const path = String((await signOn('?next=/%3Fa%3Db')).headers['location']);
  const page = await raw(server, path, { host: HOST });
  const script = /<script>([^]*)<\/script>/.exec(page.body.toString())?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  expect(page.headers['content-security-policy']).toContain(
    `script-src 'sha256-${hash}'; connect-src 'self'`,
  );
  const asked = await raw(server, '/json/session/second-step/passkey', {
    method: 'POST',
    host: HOST,
    form: { state: path.split('/').at(-1) ?? '' },
    headers: { ...OWN, 'x-parley': 'web' },
  });
  const used = passkey.use(asked.json()['options'] as PasskeyRequest);
  const answer = (fields: Record<string, string>): Promise<RawAnswer> =>
    raw(server, path, { method: 'POST', host: HOST, form: fields, headers: OWN });
  expect((await answer({ code: '', passkey: 'none' })).status).toBe(400);
  const passed = await answer({ code: '', passkey: JSON.stringify(used) });
  expect([passed.status, passed.headers['location']]).toEqual([302, '/?a=b']);
  const browser = browserWith(server, cookieOf(passed), { host: HOST });
  expect((await browser.ask('/users/me')).json()).toMatchObject({ user_id: user.id });
});

test('[CR17] the page of a user without a passkey runs no script', async () => {
  await enrolled();
  const page = await raw(server, String((await signOn('')).headers['location']), { host: HOST });
  expect(page.headers['content-security-policy']).not.toContain('script-src');
  expect(page.body.toString()).not.toContain('<script');
});

test('the state of a sign-on is of no use for the log-in of a page', async () => {
  const { app } = await enrolled();
  const state =
    String((await signOn('')).headers['location'])
      .split('/')
      .at(-1) ?? '';
  const answer = await raw(server, '/json/session/second-step', {
    method: 'POST',
    host: HOST,
    form: { state, code: app.codes[0] ?? '' },
    headers: { ...OWN, 'x-parley': 'web' },
  });
  expect([answer.status, answer.json()['code']]).toEqual([401, 'SECOND_STEP_EXPIRED']);
});
