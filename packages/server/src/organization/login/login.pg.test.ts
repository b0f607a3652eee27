import { type Connection, createConnection } from '@parley/client/connection.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { fetchApiKey } from '@parley/contract/endpoints/server.ts';
import { createUser, deactivateUser, getOwnUser, getUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../engine/clock.ts';
import type { Config } from '../../engine/config.ts';
import { sql } from '../../engine/db/sql.ts';
import { hashOf } from '../../engine/secrets/seal.ts';
import { networkOf } from '../../http/network.ts';
import { PER_ADDRESS } from '../../http/rate-limits.ts';
import { raw } from '@parley/test-support/raw.ts';
import { hashPassword } from '../users/passwords.ts';
import { checkWire } from '@parley/test-support/check-wire.ts';
import { fetchAt } from '@parley/test-support/fetch-at.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';

const password = 'mittens over the harbour';
/** Limits of networks regain attempts with time; a test may hold it. */
let heldTime: number | undefined;
const clock = { ...systemClock, monotonic: () => heldTime ?? systemClock.monotonic() };
let server: TestServer;
let passwordHash: string;
let owner: TestUser;
let ada: TestUser;
let visitor: Connection;

beforeAll(async () => {
  const change = (config: Config): Config => ({
    ...config,
    rateLimits: true,
    hosts: { ...config.hosts, trustedProxies: ['loopback'] },
  });
  server = await startTestServer(change, undefined, { clock });
  passwordHash = await hashPassword(password);
  owner = await server.user({ role: 100 });
  ada = await server.user({ email: 'Ada@Example.com', passwordHash });
  visitor = createConnection({ url: server.url, onAnswer: checkWire });
});
afterAll(() => server.stop());
afterEach(() => {
  heldTime = undefined;
});

function pool() {
  return server.server.world.pool;
}

function at(host: string): Connection {
  return createConnection({ url: server.url, onAnswer: checkWire, fetch: fetchAt(host) });
}

test('[CR1] a valid e-mail address and password return a new API key', async () => {
  const answer = await visitor.call(fetchApiKey, { username: ' ada@example.COM ', password });
  expect(answer).toMatchObject({ email: 'Ada@example.com', user_id: ada.id });
  expect(answer.api_key).not.toBe(ada.apiKey);
  const credentials = { email: answer.email, apiKey: answer.api_key };
  const program = createConnection({ url: server.url, credentials });
  expect(await program.call(getOwnUser)).toMatchObject({ user_id: ada.id });
  expect(await ada.connection.call(getOwnUser)).toMatchObject({ user_id: ada.id });
});

test('wrong and empty passwords, unknown users and users without a password get the same error', async () => {
  const bot = await server.user();
  for (const [username, given] of [
    ['ada@example.com', 'wrong'],
    ['ada@example.com', ''],
    ['nobody@example.com', password],
    [bot.email, password],
    [bot.email, ''],
  ] as const)
    await expect(visitor.call(fetchApiKey, { username, password: given })).rejects.toMatchObject({
      status: 401,
      code: 'AUTHENTICATION_FAILED',
      message: 'The name or the password is wrong.',
    });
});

test('a user name that is not an e-mail address is rejected', async () => {
  await expect(visitor.call(fetchApiKey, { username: 'ada', password })).rejects.toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
  });
});

test('the host determines the organization', async () => {
  await expect(
    at('nowhere.parley.test').call(fetchApiKey, { username: 'ada@example.com', password }),
  ).rejects.toMatchObject({ status: 404, code: 'NONEXISTENT_SUBDOMAIN' });
  await server.realm('beside');
  await expect(
    at('beside.parley.test').call(fetchApiKey, { username: 'ada@example.com', password }),
  ).rejects.toMatchObject({ status: 401, code: 'AUTHENTICATION_FAILED' });
});

test('deactivated users and organizations get their own error codes', async () => {
  const gone = await server.user({ passwordHash });
  await owner.connection.call(deactivateUser, { user_id: gone.id });
  await expect(visitor.call(fetchApiKey, { username: gone.email, password })).rejects.toMatchObject({
    status: 401,
    code: 'USER_DEACTIVATED',
  });
  const realmId = await server.realm('closed');
  const there = await server.user({ realmId, passwordHash, host: 'closed.parley.test' });
  await pool().all(sql`update realm set deactivated_at = now() where id = ${realmId}`);
  await expect(
    at('closed.parley.test').call(fetchApiKey, { username: there.email, password }),
  ).rejects.toMatchObject({ status: 401, code: 'REALM_DEACTIVATED' });
  await expect(there.connection.call(getOwnUser)).rejects.toMatchObject({ status: 401 });
});

test('a login is rejected if password authentication is disabled', async () => {
  const realmId = await server.realm('keyless');
  const there = await server.user({ realmId, passwordHash });
  await pool().all(
    sql`update realm set settings = '{"authentication_methods": {"Email": false}}' where id = ${realmId}`,
  );
  await expect(
    at('keyless.parley.test').call(fetchApiKey, { username: there.email, password }),
  ).rejects.toMatchObject({ status: 401, code: 'PASSWORD_AUTH_DISABLED' });
});

test('a password with an outdated hash must be reset', async () => {
  const old = await server.user({ passwordHash: 'pbkdf2_sha256$1$salt$hash' });
  await expect(visitor.call(fetchApiKey, { username: old.email, password })).rejects.toMatchObject({
    status: 401,
    code: 'PASSWORD_RESET_REQUIRED',
  });
});

test('a name allows five attempts, also concurrent ones, and a success resets the count', async () => {
  const user = await server.user({ passwordHash });
  const attempt = (given: string, username = user.email) =>
    visitor.call(fetchApiKey, { username, password: given }).then(
      () => 200,
      (error: { status: number }) => error.status,
    );
  for (let n = 0; n < 4; n += 1) expect(await attempt('wrong')).toBe(401);
  expect(await attempt(password)).toBe(200);
  const crowd = await Promise.all(Array.from({ length: 12 }, () => attempt('wrong')));
  expect(crowd.filter((status) => status === 401)).toHaveLength(5);
  expect(crowd.filter((status) => status === 429)).toHaveLength(7);
  expect(await attempt(password, user.email.toUpperCase())).toBe(429);
  await expect(visitor.call(fetchApiKey, { username: user.email, password })).rejects.toMatchObject({
    code: 'RATE_LIMIT_HIT',
    body: { 'retry-after': expect.any(Number) },
  });
  const unknown = await Promise.all(
    Array.from({ length: 7 }, () => attempt('wrong', 'never-was@example.com')),
  );
  expect(unknown.filter((status) => status === 429)).toHaveLength(2);
});

test('a stranger at another address does not lock a user out', async () => {
  const user = await server.user({ passwordHash });
  const attempt = (address: string, given: string) =>
    raw(server, '/api/v1/fetch_api_key', {
      method: 'POST',
      form: { username: user.email, password: given },
      headers: { 'x-forwarded-for': address },
    }).then(({ status }) => status);
  for (let n = 0; n < 5; n += 1) expect(await attempt('192.0.2.1', 'wrong')).toBe(401);
  expect(await attempt('192.0.2.1', 'wrong')).toBe(429);
  expect(await attempt('192.0.2.2', password)).toBe(200);
});

test('a network with too many attempts does not use up those of a name', async () => {
  heldTime = systemClock.monotonic();
  const user = await server.user({ passwordHash });
  const form = (username: string) => ({
    method: 'POST',
    form: { username, password: 'wrong' },
    headers: { 'x-forwarded-for': '192.0.2.3' },
  });
  await Promise.all(
    Array.from({ length: 140 }, (_, n) =>
      raw(server, '/api/v1/fetch_api_key', form(`spray${n}@example.org`)),
    ),
  );
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => raw(server, '/api/v1/fetch_api_key', form(user.email))),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
  const row = await pool().first(
    sql`select from login_attempt
        where substring(name_hash for 32) = ${hashOf(user.email)} and length(name_hash) > 32`,
  );
  expect(row).toBeUndefined();
});

test('an attempt with a wrong password counts once for its network', async () => {
  const answers = await Promise.all(
    Array.from({ length: 95 }, (_, n) =>
      raw(server, '/api/v1/fetch_api_key', {
        method: 'POST',
        form: { username: `once${n}@example.org`, password: 'wrong' },
        headers: { 'x-forwarded-for': '192.0.2.4' },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).filter((status) => status !== 401)).toEqual([]);
});

test('a deactivated account answers a wrong password like an unknown one', async () => {
  const gone = await server.user({ passwordHash });
  await owner.connection.call(deactivateUser, { user_id: gone.id });
  for (const username of [gone.email, 'never-there@example.com'])
    await expect(visitor.call(fetchApiKey, { username, password: 'wrong' })).rejects.toMatchObject({
      status: 401,
      code: 'AUTHENTICATION_FAILED',
    });
});

test('the first login to an account that was created for its user begins its membership', async () => {
  await pool().all(sql`update realm_user set can_create_users = true where id = ${owner.id}`);
  await owner.connection.call(updateRealm, { waiting_period_threshold: 3 });
  const username = 'created@example.com';
  const { user_id } = await owner.connection.call(createUser, {
    email: username,
    full_name: 'Created',
    password,
  });
  await pool().all(
    sql`update realm_user set date_joined = '2020-01-01', is_full_member = true where id = ${user_id}`,
  );
  const { queue_id, last_event_id } = await owner.connection.call(registerQueue, {
    event_types: ['realm_user', 'user_group'],
  });
  await Promise.all([1, 2].map(() => visitor.call(fetchApiKey, { username, password })));
  await visitor.call(fetchApiKey, { username, password });
  const { events } = await owner.connection.call(getEvents, { queue_id, last_event_id, dont_block: true });
  const { user: shownUser } = await owner.connection.call(getUser, { user_id });
  expect(Date.now() - Date.parse(shownUser.date_joined)).toBeLessThan(180_000);
  expect(events).toMatchObject([
    { type: 'realm_user', op: 'update', person: { user_id, date_joined: shownUser.date_joined } },
    { type: 'user_group', op: 'remove_members', user_ids: [user_id] },
  ]);
});

test('a login to an account that its user created does not change when the user joined', async () => {
  await pool().all(sql`update realm_user set date_joined = '2020-01-01' where id = ${ada.id}`);
  await visitor.call(fetchApiKey, { username: ada.email, password });
  const { user: shownUser } = await owner.connection.call(getUser, { user_id: ada.id });
  expect(shownUser.date_joined).toBe('2020-01-01T00:00+00:00');
});

test('attempts with many names from one network are limited', async () => {
  const attempt = (name: string) =>
    visitor.call(fetchApiKey, { username: `${name}@example.com`, password }).then(
      () => 200,
      (error: { status: number }) => error.status,
    );
  heldTime = systemClock.monotonic();
  const { limiter } = server.server.world;
  const left = (): boolean => limiter.take(`login:${networkOf('127.0.0.1')}`, PER_ADDRESS).ok;
  expect(await attempt('first')).not.toBe(429);
  // All others of this minute.
  let taken = 1;
  while (left()) taken += 1;
  expect(taken).toBeLessThanOrEqual(100);
  expect(await attempt('spray')).toBe(429);
});
