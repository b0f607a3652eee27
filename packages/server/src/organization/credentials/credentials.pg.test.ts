import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { fetchApiKey } from '@parley/contract/endpoints/server.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { getOwnUser, regenerateApiKey } from '@parley/contract/endpoints/users.ts';
import { createConnection, type Connection } from '@parley/client/connection.ts';
import { openBrowser, PASSWORD, userWithPassword } from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { hashOf, hexHashOf } from '../../engine/secrets/seal.ts';
import { createConfirmation } from '../confirmations/confirmations.ts';
import { resetPassword } from '../passwords/reset.ts';
import { expireCredentials } from './expire.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const REVOKED = { code: 'UNAUTHORIZED', status: 401 };

type Row = { readonly id: number; readonly name: string; readonly address: string | null };

function pool() {
  return server.server.world.pool;
}

function keysOf({ id }: TestUser): Promise<Row[]> {
  return pool().all(
    sql<Row>`select id, name, address from credential where user_id = ${id} and kind = 'key' order by id`,
  );
}

/** Logs a program in with the password of `userWithPassword`. */
async function program(
  { email }: TestUser,
  userAgent = 'ZulipMobile/30.0 (Android 15)',
): Promise<Connection> {
  const visitor = createConnection({ url: server.url, userAgent });
  const { api_key: apiKey } = await visitor.call(fetchApiKey, { username: email, password: PASSWORD });
  return createConnection({ url: server.url, credentials: { email, apiKey }, userAgent });
}

async function waiting(connection: Connection) {
  const { queue_id, last_event_id } = await connection.call(registerQueue, { event_types: ['drafts'] });
  const before = server.server.world.hub.size.waiting;
  const poll = connection.call(getEvents, { queue_id, last_event_id }).catch((error: unknown) => error);
  await expect.poll(() => server.server.world.hub.size.waiting).toBe(before + 1);
  return { queue_id, last_event_id, poll };
}

async function queueIds({ id }: TestUser): Promise<string[]> {
  const rows = await pool().all(sql<{ id: string }>`select id from event_queue where user_id = ${id}`);
  return rows.map((row) => row.id);
}

test('[CR1] each log-in of a program has a key of its own, with the name of the program and its address', async () => {
  const ada = await userWithPassword(server);
  const [phone, script] = [await program(ada), await program(ada, 'curl/8.5.0')];
  await phone.call(getOwnUser);
  await script.call(getOwnUser);
  expect(await keysOf(ada)).toMatchObject([
    { name: 'Key of the new account' },
    { name: 'ZulipMobile on Android', address: '127.0.0.1' },
    { name: 'curl', address: '127.0.0.1' },
  ]);
});

test('[CR2] the database has only the hash of a key of a human user', async () => {
  const ada = await userWithPassword(server);
  const row = await pool().first(
    sql<object>`select c.secret_hash, u.key_hash, u.key_sealed
      from credential c join realm_user u on u.id = c.user_id where u.id = ${ada.id}`,
  );
  expect(row).toEqual({ secret_hash: hashOf(ada.apiKey), key_hash: null, key_sealed: null });
});

test('[CR3] the key that was not used for the longest time ends when a user has more than 100', async () => {
  const ada = await userWithPassword(server);
  await pool().all(
    sql`insert into credential (realm_id, user_id, kind, secret_hash, name, last_used)
      select ${ada.realmId}, ${ada.id}, 'key', sha256(('key ' || n)::bytea), 'Key ' || n, now() - make_interval(mins => n)
      from generate_series(1, 99) n`,
  );
  await program(ada);
  const names = (await keysOf(ada)).map(({ name }) => name);
  expect(names).toHaveLength(100);
  expect(names).not.toContain('Key 99');
});

test('[CR4] ending one key ends its poll and its queue, and no other', async () => {
  const ada = await userWithPassword(server);
  const browser = await openBrowser(server, ada);
  const [lost, kept] = [await waiting(await program(ada)), await waiting(ada.connection)];
  const phone = (await keysOf(ada)).at(-1);
  expect((await browser.ask(`/sessions/${phone?.id}`, { method: 'DELETE' })).status).toBe(200);
  expect(await lost.poll).toMatchObject(REVOKED);
  expect(await queueIds(ada)).toEqual([kept.queue_id]);
  await browser.ask('/drafts', {
    method: 'POST',
    form: { drafts: '[{"type":"","to":[],"topic":"","content":"still here"}]' },
  });
  expect(await kept.poll).toMatchObject({ events: [{ type: 'drafts' }] });
});

test('[CR5] a new password ends all credentials except the one that changed it', async () => {
  const ada = await userWithPassword(server);
  const [browser, phone] = [await openBrowser(server, ada), await program(ada)];
  const lost = await waiting(phone);
  const own = await ada.connection.call(registerQueue, { event_types: ['drafts'] });
  await ada.connection.call(updateSettings, {
    old_password: PASSWORD,
    new_password: 'another long enough secret phrase',
  });
  expect(await lost.poll).toMatchObject(REVOKED);
  await expect(phone.call(getOwnUser)).rejects.toMatchObject(REVOKED);
  expect((await browser.ask('/users/me')).status).toBe(401);
  expect(await queueIds(ada)).toEqual([own.queue_id]);
  await ada.connection.call(getOwnUser);
});

test('[CR6] a reset of the password ends all credentials', async () => {
  const { world } = server.server;
  const ada = await userWithPassword(server);
  const browser = await openBrowser(server, ada);
  const lost = await waiting(ada.connection);
  await world.write(ada.realmId, async (tx) => {
    const what = { kind: 'password', email: ada.email, user_id: ada.id } as const;
    const token = await createConfirmation(tx, what, world.clock.now());
    await resetPassword(tx, token, 'another hash', world.clock.now());
  });
  expect(await lost.poll).toMatchObject(REVOKED);
  await expect(ada.connection.call(getOwnUser)).rejects.toMatchObject(REVOKED);
  expect((await browser.ask('/users/me')).status).toBe(401);
  expect(await queueIds(ada)).toEqual([]);
});

test('[CR8] a browser ends all other sessions and keys at once', async () => {
  const [ada, eve] = [await userWithPassword(server), await userWithPassword(server)];
  const [browser, other] = [await openBrowser(server, ada), await openBrowser(server, ada)];
  const lost = await waiting(ada.connection);
  expect((await browser.ask('/sessions', { method: 'DELETE' })).status).toBe(200);
  expect(await lost.poll).toMatchObject(REVOKED);
  expect((await other.ask('/users/me')).status).toBe(401);
  const { sessions } = (await browser.ask('/sessions')).json() as { sessions: object[] };
  expect(sessions).toMatchObject([{ kind: 'session', is_current: true }]);
  await eve.connection.call(getOwnUser);
});

test('[CR9] a regenerated key replaces all keys of the user, and the program keeps its queue', async () => {
  const ada = await userWithPassword(server);
  const [browser, phone] = [await openBrowser(server, ada), await program(ada)];
  const [own, lost] = [await waiting(ada.connection), await waiting(phone)];
  const { api_key: apiKey } = await ada.connection.call(regenerateApiKey);
  expect(await own.poll).toMatchObject(REVOKED);
  expect(await lost.poll).toMatchObject(REVOKED);
  expect(await keysOf(ada)).toMatchObject([{ name: 'Key of the new account' }]);
  const renewed = createConnection({ url: server.url, credentials: { email: ada.email, apiKey } });
  const { queue_id, last_event_id } = own;
  await renewed.call(getEvents, { queue_id, last_event_id, dont_block: true });
  expect(await queueIds(ada)).toEqual([own.queue_id]);
  expect((await browser.ask('/users/me')).status).toBe(200);
});

test('[CR9] of two concurrent requests for a new key, one succeeds', async () => {
  const ada = await server.user();
  const both = await Promise.allSettled([1, 2].map(() => ada.connection.call(regenerateApiKey)));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('[CR10] a key that expired is refused, and the job deletes it', async () => {
  const ada = await server.user();
  await ada.connection.call(getOwnUser);
  await pool().all(
    sql`update credential set expires_at = now() - interval '1 second' where user_id = ${ada.id}`,
  );
  await server.restart();
  await expect(ada.connection.call(getOwnUser)).rejects.toMatchObject(REVOKED);
  await expireCredentials(server.server.world);
  expect(await keysOf(ada)).toEqual([]);
});

test('[CR11] the use of a key is recorded', async () => {
  const ada = await server.user();
  await pool().all(sql`update credential set last_used = null where user_id = ${ada.id}`);
  await ada.connection.call(getOwnUser);
  await expect
    .poll(() =>
      pool().first(sql`select last_used is null as never from credential where user_id = ${ada.id}`),
    )
    .toEqual({ never: false });
});

test('[CR12] a key is no cookie, and the token of a session is no key', async () => {
  const { world } = server.server;
  const ada = await userWithPassword(server);
  const token = (await openBrowser(server, ada)).cookie.split('=')[1] ?? '';
  expect(await world.findAccount(hexHashOf(token))).toBeUndefined();
  expect(await world.findAccount(`session:${hexHashOf(ada.apiKey)}`)).toBeUndefined();
});
