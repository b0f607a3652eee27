import { createConferenceCall } from '@parley/contract/endpoints/calls.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock, type Clock } from '../../engine/clock.ts';
import type { Config } from '../../engine/config.ts';
import { sql } from '../../engine/db/sql.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import { createSealer } from '../../engine/secrets/seal.ts';
import { openBrowser, userWithPassword } from '@parley/test-support/browser.ts';
import { eventually } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw, type RawAnswer } from '@parley/test-support/raw.ts';
import { startVideoProvider, type VideoProvider } from '@parley/test-support/video-provider.ts';
import { PROVIDER_TIMEOUT_MS } from './meetings.ts';
import { findToken, openToken, storeToken } from './tokens.ts';

const ROOT = 'parley.test';
const COMPLETE = `http://${ROOT}/calls/conference/complete`;

let provider: VideoProvider;
let server: TestServer;
/** Timeouts of requests to the provider that run: they end when the test says so. */
const timeouts = new Set<() => void>();
const clock: Clock = {
  ...systemClock,
  after: (milliseconds, callback) => {
    if (milliseconds !== PROVIDER_TIMEOUT_MS) return systemClock.after(milliseconds, callback);
    timeouts.add(callback);
    return () => timeouts.delete(callback);
  },
};

function endTimeouts(): void {
  for (const end of timeouts) end();
  timeouts.clear();
}

let ada: TestUser;

function withProvider(config: Config): Config {
  return {
    ...config,
    calls: { ...provider.settings, scope: 'openid offline_access meetings' },
  };
}

beforeAll(async () => {
  provider = await startVideoProvider(COMPLETE);
  server = await startTestServer(withProvider, undefined, { clock });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
beforeEach(async () => {
  Object.assign(provider, { meetings: 'open', isDown: false, refreshes: 0 });
  provider.requests.length = 0;
  ada = await server.user();
});

async function begin(user: TestUser, host = ROOT): Promise<string> {
  const answer = await raw(server, '/calls/conference/register', { as: user, host });
  expect(answer.status).toBe(302);
  return String(answer.headers['location']);
}

function complete(user: TestUser, query: string, host = ROOT): Promise<RawAnswer> {
  return raw(server, `/calls/conference/complete${query}`, { as: user, host });
}

async function connect(user: TestUser): Promise<RawAnswer> {
  return complete(user, (await provider.consent(await begin(user))).search);
}

function create(user = ada) {
  return user.connection.call(createConferenceCall);
}

async function hasToken(user = ada) {
  return (await user.connection.call(registerQueue, { fetch_event_types: ['video_calls'] }))
    .has_conference_token;
}

function tokenRow(user = ada) {
  return findToken(server.server.world.pool, { ...user, realm_id: user.realmId });
}

async function token(user = ada) {
  const row = await tokenRow(user);
  if (row === undefined) throw new Error('There is no token.');
  return { row, ...openToken(server.server.world.sealer, row) };
}

function run(statement: ReturnType<typeof sql>) {
  return server.server.world.write(server.realmId, (tx) => tx.all(statement));
}

function letTokenExpire(user = ada) {
  return run(sql`update call_token set expires_at = now() - interval '1 hour' where user_id = ${user.id}`);
}

async function watch(user = ada) {
  const { queue_id } = await user.connection.call(registerQueue, { event_types: ['has_conference_token'] });
  return async () => {
    const { events } = await user.connection.call(getEvents, {
      queue_id,
      last_event_id: -1,
      dont_block: true,
    });
    return events.map((event) => ('value' in event ? event.value : undefined));
  };
}

const invalidToken = { status: 400, code: 'INVALID_VIDEO_CALL_PROVIDER_TOKEN' };
const badRequest = { status: 400, code: 'BAD_REQUEST' };

test('a user with a connected account gets a public room', async () => {
  const events = await watch();
  await expect(create()).rejects.toMatchObject(invalidToken);
  expect(await hasToken()).toBe(false);
  const page = await connect(ada);
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body.toString()).toContain('close this window');
  expect(await events()).toEqual([true]);
  expect(await hasToken()).toBe(true);
  expect(await create()).toEqual({ result: 'success', msg: '', url: 'https://meet.example.com/public/1' });
  expect(provider.requests).toEqual([{ room: 'public' }]);
});

test('the fields of other providers are false', async () => {
  await connect(ada);
  const state = await ada.connection.call(registerQueue, { fetch_event_types: ['video_calls'] });
  expect(state).toMatchObject({ has_conference_token: true, has_webex_token: false, has_zoom_token: false });
});

test('a personal meeting of 40 minutes is created if public rooms are forbidden', async () => {
  await connect(ada);
  provider.meetings = 'no public rooms';
  const before = Date.now();
  expect(await create()).toMatchObject({ url: 'https://meet.example.com/personal/1' });
  const [first, second] = provider.requests;
  expect([first?.room, second?.room]).toEqual(['public', 'personal']);
  const starts = Date.parse(second?.starts_at ?? '');
  expect(starts).toBeGreaterThanOrEqual(before);
  expect(starts).toBeLessThanOrEqual(Date.now());
  expect(Date.parse(second?.ends_at ?? '') - starts).toBe(40 * 60_000);
});

test('a token that the provider refuses is deleted with an event to its owner', async () => {
  await connect(ada);
  const events = await watch();
  provider.meetings = 401;
  await expect(create()).rejects.toMatchObject(invalidToken);
  expect(await events()).toEqual([false]);
  expect(await hasToken()).toBe(false);
  expect(await tokenRow()).toBeUndefined();
});

test('a revoked token is detected when a meeting is created', async () => {
  await connect(ada);
  await provider.revoke((await token()).access);
  await expect(create()).rejects.toMatchObject(invalidToken);
  expect(await hasToken()).toBe(false);
});

test.each([403, 500, 404, 429, 'redirects', 'talks nonsense', 'names a script', 'endless'] as const)(
  'a meetings response %s fails with BAD_REQUEST and keeps the token',
  async (behaviour) => {
    await connect(ada);
    const events = await watch();
    provider.meetings = behaviour;
    await expect(create()).rejects.toMatchObject(badRequest);
    expect(provider.requests.length).toBeLessThanOrEqual(behaviour === 403 ? 2 : 1);
    expect(await events()).toEqual([]);
    provider.meetings = 'open';
    expect(await create()).toMatchObject({ url: expect.any(String) });
  },
);

test('a request for a meeting that the provider does not answer times out', async () => {
  await connect(ada);
  provider.meetings = 'silent';
  const answer = create().catch((error: unknown) => error);
  await eventually(() => expect(provider.requests).toHaveLength(1));
  endTimeouts();
  expect(await answer).toMatchObject(badRequest);
  expect(await hasToken()).toBe(true);
});

test('an expired token is refreshed, even if refresh tokens rotate', async () => {
  await connect(ada);
  const events = await watch();
  for (let round = 1; round <= 3; round += 1) {
    await letTokenExpire();
    expect(await create()).toMatchObject({ url: expect.any(String) });
    expect(provider.refreshes).toBe(round);
  }
  await create();
  expect(provider.refreshes).toBe(3);
  expect((await tokenRow())?.expires_at?.getTime()).toBeGreaterThan(Date.now());
  expect(await events()).toEqual([]);
});

test('concurrent requests with an expired token refresh it once and all succeed', async () => {
  await connect(ada);
  await letTokenExpire();
  const calls = await Promise.all(Array.from({ length: 12 }, () => create()));
  expect(new Set(calls.map((call) => call.url)).size).toBe(1);
  expect(provider.refreshes).toBe(1);
  expect(await hasToken()).toBe(true);
});

test('a refused refresh deletes the token with a single event to its owner', async () => {
  await connect(ada);
  const events = await watch();
  await provider.revoke((await token()).refresh ?? '');
  await letTokenExpire();
  const outcomes = await Promise.allSettled([create(), create(), create()]);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: invalidToken });
  expect(await events()).toEqual([false]);
  expect(await tokenRow()).toBeUndefined();
});

test('a refresh with an unavailable provider fails and keeps the token', async () => {
  await connect(ada);
  await letTokenExpire();
  provider.isDown = true;
  await expect(create()).rejects.toMatchObject(badRequest);
  provider.isDown = false;
  expect(await create()).toMatchObject({ url: expect.any(String) });
});

test('an abandoned refresh can be claimed again', async () => {
  await connect(ada);
  await letTokenExpire();
  await run(sql`update call_token set refreshing_until = now() + interval '1 second'`);
  expect(await create()).toMatchObject({ url: expect.any(String) });
});

test('a token is stored sealed, and a state only as its hash', async () => {
  const state = new URL(await begin(ada)).searchParams.get('state') ?? '';
  await connect(ada);
  const { access, refresh } = await token();
  const everything = await server.server.world.pool.all(
    sql<{ stored: Buffer }>`
      select sealed as stored from call_token
      union all select sealed || state_hash from call_authorization`,
  );
  const stored = Buffer.concat(everything.map((each) => each.stored));
  for (const secret of [access, refresh ?? '', state]) expect(stored.includes(secret)).toBe(false);
});

test('a token sealed with another secret counts as missing', async () => {
  await connect(ada);
  const events = await watch();
  const sealed = createSealer('a secret of before, also long enough').seal(
    placeOf('call_token', (await token()).row),
    '{"access":"a","refresh":null}',
  );
  // A restored row; the database refuses to write one.
  await run(sql`alter table call_token disable trigger user`);
  await run(sql`update call_token set sealed = ${sealed} where user_id = ${ada.id}`);
  await run(sql`alter table call_token enable trigger user`);
  await expect(create()).rejects.toMatchObject(invalidToken);
  expect(await events()).toEqual([false]);
});

test('connecting again replaces the first token', async () => {
  const events = await watch();
  await connect(ada);
  await connect(ada);
  expect(await events()).toEqual([true, true]);
  expect(await create()).toMatchObject({ url: expect.any(String) });
});

test('both pages require credentials', async () => {
  const { search } = await provider.consent(await begin(ada));
  for (const path of ['/calls/conference/register', `/calls/conference/complete${search}`]) {
    const answer = await raw(server, path, { host: ROOT });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
    expect(answer.headers['content-security-policy']).not.toContain('unsafe');
  }
  expect((await complete(ada, search)).status).toBe(200);
});

test('a page of the organization needs no key, and a foreign page gets nowhere', async () => {
  const cleo = await userWithPassword(server);
  const { cookie } = await openBrowser(server, cleo, ROOT);
  const ask = (path: string, site: string): Promise<RawAnswer> =>
    raw(server, path, { host: ROOT, headers: { cookie, 'sec-fetch-site': site } });
  for (const site of ['cross-site', 'same-site'])
    expect((await ask('/calls/conference/register', site)).status).toBe(403);
  const begun = await ask('/calls/conference/register', 'same-origin');
  expect(begun.status).toBe(302);
  const { search } = await provider.consent(String(begun.headers['location']));
  expect((await ask(`/calls/conference/complete${search}`, 'cross-site')).status).toBe(200);
  expect(await hasToken(cleo)).toBe(true);
});

test('a missing, forged or used state is refused', async () => {
  const back = await provider.consent(await begin(ada));
  for (const query of ['', '?code=x', '?code=x&state=', '?code=x&state=made-up', '?state=%00'])
    expect((await complete(ada, query)).status).toBe(400);
  expect((await complete(ada, back.search)).status).toBe(200);
  expect((await complete(ada, back.search)).status).toBe(400);
});

test('a state of another user is refused and stays valid for its owner', async () => {
  const grace = await server.user();
  const { search } = await provider.consent(await begin(ada));
  expect((await complete(grace, search)).status).toBe(400);
  expect(await hasToken(grace)).toBe(false);
  expect((await complete(ada, search)).status).toBe(200);
  expect(await hasToken(grace)).toBe(false);
});

test('a state expires after ten minutes', async () => {
  const { search } = await provider.consent(await begin(ada));
  const [begun] = await server.server.world.pool.all(
    sql<{ seconds: number }>`
      select extract(epoch from expires_at - now())::float8 as seconds from call_authorization
      where user_id = ${ada.id}`,
  );
  expect(begun?.seconds).toBeGreaterThan(590);
  expect(begun?.seconds).toBeLessThanOrEqual(600);
  await run(sql`update call_authorization set expires_at = now() where user_id = ${ada.id}`);
  expect((await complete(ada, search)).status).toBe(400);
});

test('a wrong, missing or denied code fails, consumes the state and stores nothing', async () => {
  for (const change of [
    (back: URL) => back.searchParams.set('code', 'wrong'),
    (back: URL) => back.searchParams.delete('code'),
    (back: URL) => {
      back.searchParams.delete('code');
      back.searchParams.set('error', 'access_denied');
    },
    (back: URL) => back.searchParams.set('iss', 'https://evil.example.com'),
  ]) {
    const back = await provider.consent(await begin(ada));
    const good = back.search;
    change(back);
    expect((await complete(ada, back.search)).status).toBe(400);
    expect((await complete(ada, good)).status).toBe(400);
    expect(await hasToken()).toBe(false);
  }
});

test('the code of one authorization cannot be used with the state of another', async () => {
  const first = await provider.consent(await begin(ada));
  const second = await provider.consent(await begin(ada));
  second.searchParams.set('code', first.searchParams.get('code') ?? '');
  expect((await complete(ada, second.search)).status).toBe(400);
  expect(await hasToken()).toBe(false);
});

test('the redirect reaches an organization with its own host through the root host', async () => {
  const host = `calls.${ROOT}`;
  const linus = await server.user({ realmId: await server.realm('calls'), host });
  const back = await provider.consent(await begin(linus, host));
  expect(back.host).toBe(ROOT);
  const sent = await raw(server, `${back.pathname}${back.search}`, { host: ROOT });
  expect(sent.status).toBe(302);
  const onward = new URL(String(sent.headers['location']));
  expect([onward.host, onward.pathname]).toEqual([host, '/calls/conference/complete']);
  expect(onward.searchParams.get('code')).toBe(back.searchParams.get('code'));
  expect((await complete(linus, onward.search, host)).status).toBe(200);
  expect(await create(linus)).toMatchObject({ url: expect.any(String) });
});

test('an unavailable provider is shown to the browser as an error page', async () => {
  const own = await startTestServer((config) => ({
    ...withProvider(config),
    calls: { ...provider.settings, scope: 'openid', issuer: 'http://127.0.0.1:9' },
  }));
  try {
    const user = await own.user();
    const answer = await raw(own, '/calls/conference/register', { as: user, host: ROOT });
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
  } finally {
    await own.stop();
  }
});

test('a client secret that the provider refuses does not delete tokens', async () => {
  await connect(ada);
  const own = await startTestServer((config) => {
    const { calls, ...rest } = withProvider(config);
    return { ...rest, calls: { ...calls, clientSecret: 'not the secret' } };
  });
  try {
    const user = await own.user();
    const { access, refresh } = await token();
    const { world } = own.server;
    const owner = { id: user.id, realm_id: own.realmId };
    await world.write(own.realmId, (tx) =>
      storeToken(tx, world.sealer, owner, { access, refresh, expiresAt: world.clock.now() }),
    );
    await expect(create(user)).rejects.toMatchObject(badRequest);
    expect(await hasToken(user)).toBe(true);
  } finally {
    await own.stop();
  }
});
