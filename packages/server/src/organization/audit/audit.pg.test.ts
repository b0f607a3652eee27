import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { getAuditEntries, getLastChanges } from '@parley/contract/endpoints/audit.ts';
import { addLinkifier } from '@parley/contract/endpoints/linkifiers.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateUser } from '@parley/contract/endpoints/users.ts';
import type { AuditEntry } from '@parley/contract/objects/audit-entry.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteUser } from '../../app/portability/delete-user.ts';
import { q, sql } from '../../engine/db/sql.ts';
import { readSnapshot } from '../../engine/db/snapshot.ts';
import { hashPassword } from '../users/passwords.ts';
import { pruneAudits } from './keep.ts';
import { verifyChain, type AuditAnchor } from './verify.ts';

let server: TestServer;
let owner: TestUser;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: 100 });
  ada = await server.user({ fullName: 'Ada', passwordHash: await hashPassword('a long password') });
});
afterAll(() => server.stop());

async function list(
  filter: ArgumentsOf<typeof getAuditEntries> = {},
  user: TestUser = owner,
): Promise<readonly AuditEntry[]> {
  return (await user.connection.call(getAuditEntries, filter)).entries;
}

function verify(anchors: readonly AuditAnchor[] = [], realmId = server.realmId) {
  return readSnapshot(server.server.world.pool, (reader) => verifyChain(reader, realmId, anchors));
}

/** Runs statements as an attacker who is a superuser. */
async function asSuperuser(statements: string): Promise<void> {
  const client = new Client(server.superuserUrl);
  await client.connect();
  await client.query(`set session_replication_role = replica; ${statements}`);
  await client.end();
}

function logIn(password: string, username = ada.email): Promise<Response> {
  return fetch(`${server.url}/api/v1/fetch_api_key`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    body: new URLSearchParams({ username, password }),
  });
}

/** An organization of its own with a chain of six entries. */
async function chainOfSix(name: string): Promise<number> {
  const { world } = server.server;
  const realmId = await server.realm(name);
  for (let n = 1; n <= 6; n += 1)
    await world.write(realmId, async (tx) => {
      tx.record({ action: 'organization.changed', before: { name: `${n - 1}` }, after: { name: `${n}` } });
    });
  return realmId;
}

test('a change is recorded with its author, its origin and the values before and after', async () => {
  await owner.connection.call(updateRealm, { message_content_edit_limit_seconds: 1200 });
  const [entry] = await list({ limit: 1 });
  expect(entry).toMatchObject({
    kind: 'change',
    action: 'organization.changed',
    actor: { kind: 'user', user_id: owner.id, role: 100, login_time: expect.any(Number) },
    via: 'update-realm',
    object: { type: 'organization', id: null },
    before: { message_content_edit_limit_seconds: 600 },
    after: { message_content_edit_limit_seconds: 1200 },
    address: '127.0.0.1',
    client: expect.any(String),
  });
  const { changes } = await owner.connection.call(getLastChanges, {});
  expect(changes).toContainEqual({
    field: 'message_content_edit_limit_seconds',
    entry_number: entry?.number,
    time: entry?.time,
    actor_kind: 'user',
    user_id: owner.id,
  });
});

test('permissions are recorded with their holders', async () => {
  await owner.connection.call(updateRealm, {
    can_create_groups: { new: { direct_members: [ada.id], direct_subgroups: [] } },
  });
  const [entry] = await list({ limit: 1 });
  expect(entry).toMatchObject({
    before: { can_create_groups: expect.any(Number) },
    after: { can_create_groups: { direct_members: [ada.id], direct_subgroups: [] } },
  });
});

test('a change that fails, and one that changes nothing, leave no entry', async () => {
  const [before] = await list({ limit: 1 });
  await expect(
    owner.connection.call(addLinkifier, { pattern: '(', url_template: 'https://example.org' }),
  ).rejects.toThrow('pattern');
  await owner.connection.call(updateRealm, { message_content_edit_limit_seconds: 1200 });
  expect((await list({ limit: 1 }))[0]).toEqual(before);
});

test('log-ins are recorded with factor, address and client, failures with their reason, passwords never', async () => {
  expect([(await logIn('a wrong password')).status, (await logIn('a long password')).status]).toEqual([
    401, 200,
  ]);
  const entries = await list({ kinds: ['access'], limit: 2 });
  expect(entries).toMatchObject([
    {
      action: 'login.succeeded',
      actor: { kind: 'user', user_id: ada.id, role: 400 },
      after: { credential_kind: 'key', factor: 'password' },
      address: '127.0.0.1',
      client: 'Firefox on Linux',
    },
    {
      action: 'login.failed',
      actor: { kind: 'visitor', user_id: null },
      object: { type: 'user', id: ada.id },
      after: { factor: 'password', reason: 'AUTHENTICATION_FAILED' },
    },
  ]);
  const stored = await server.server.world.pool.all(
    sql<{ text: string }>`select body as text from audit_entry union all select content from audit_part`,
  );
  expect(stored.filter(({ text }) => text.includes('password"') && text.includes('a long'))).toEqual([]);
});

test('filters and pages', async () => {
  await owner.connection.call(updateUser, { user_id: ada.id, role: 300 });
  expect(await list({ object_type: 'user', object_id: ada.id, actions: ['user.changed'] })).toMatchObject([
    { before: { role: 400 }, after: { role: 300 } },
  ]);
  expect(new Set((await list({ actor_id: owner.id })).map(({ actor }) => actor.user_id))).toEqual(
    new Set([owner.id]),
  );
  const [newest, second] = await list({ limit: 2 });
  expect(await list({ limit: 1, before: newest?.number ?? 0 })).toEqual([second]);
  expect(await list({ until: 1_000_000_000 })).toEqual([]);
  const page = await owner.connection.call(getAuditEntries, { limit: 1 });
  expect(page).toMatchObject({ newest: newest?.number, removed: 0, found_oldest: false });
});

test('members and moderators read no entries', async () => {
  await expect(list({}, ada)).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' });
});

test('a send adds no entry, and does not wait for the chain', async () => {
  const general = await channelOf(server, 'general', [owner, ada]);
  const [before] = await list({ limit: 1 });
  const client = new Client(server.superuserUrl);
  await client.connect();
  await client.query('begin');
  await client.query('select from audit_head for update');
  await say(ada, general, 'topic', 'hello');
  await ada.connection.call(sendMessage, { type: 'direct', to: [owner.id], content: 'x' });
  await client.query('rollback');
  await client.end();
  expect((await list({ limit: 1 }))[0]).toEqual(before);
});

test('the role of the server changes, deletes and truncates no entry', async () => {
  const { pool } = server.server.world;
  const refused = /audit entries cannot be changed|permission denied/;
  await expect(pool.all(sql`update audit_entry set body = ''`)).rejects.toThrow(refused);
  await expect(pool.all(sql`delete from audit_entry`)).rejects.toThrow(refused);
  await expect(pool.all(sql`truncate audit_entry`)).rejects.toThrow(refused);
  await expect(pool.all(sql`update audit_head set number = number - 1`)).rejects.toThrow(
    'cannot be shortened',
  );
  await expect(
    pool.all(sql`update audit_head h set start = 1, start_hash = (
      select hash from audit_entry e where e.realm_id = h.realm_id and e.number = 1)`),
  ).rejects.toThrow('kept until their retention ends');
  expect((await verify()).wrong).toBeUndefined();
});

test.for([
  {
    name: 'edit',
    by: `update audit_entry set body = replace(body, '"name":"3"', '"name":"7"') where number = 3`,
    wrong: { number: 3, problem: 'its hash is not that of its body and of the entry before' },
  },
  {
    name: 'edit with a new hash',
    by: `update audit_entry set body = replace(body, 'changed', 'created'), action = 'organization.created', hash = sha256(
      (select hash from audit_entry b where b.realm_id = audit_entry.realm_id and b.number = 2) ||
      convert_to(3 || E'\\n' || replace(body, 'changed', 'created'), 'UTF8')) where number = 3`,
    wrong: { number: 4, problem: 'its hash is not that of its body and of the entry before' },
  },
  {
    name: 'columns',
    by: `update audit_entry set action = 'user.changed' where number = 2`,
    wrong: { number: 2, problem: 'its columns are not those of its body' },
  },
  {
    name: 'drop',
    by: 'delete from audit_entry where number = 4',
    wrong: { number: 4, problem: 'it is missing' },
  },
  {
    name: 'reorder',
    by: `update audit_entry set number = -5 where number = 5; update audit_entry set number = 5 where number = 2;
      update audit_entry set number = 2 where number = -5`,
    wrong: { number: 2, problem: 'its hash is not that of its body and of the entry before' },
  },
  {
    name: 'cut the end',
    by: 'delete from audit_entry where number > 4',
    wrong: { number: 5, problem: 'it and all later ones are missing; the chain ends at 6' },
  },
  {
    name: 'delete all',
    by: 'delete from audit_entry where true',
    wrong: { number: 1, problem: 'it and all later ones are missing; the chain ends at 6' },
  },
  {
    name: 'a forged part',
    by: `insert into audit_part (realm_id, number, part, salt, content) select realm_id, 3, 0, '\\x00', '{"address":"10.0.0.1"}'
      from audit_entry where number = 3`,
    wrong: { number: 3, problem: 'a personal part is not the one that its body names' },
  },
])('a superuser who tampers is found: $name', async ({ name, by, wrong }) => {
  const realmId = await chainOfSix(`chain-${name.replaceAll(/[^a-z]/g, '-')}`);
  expect((await verify([], realmId)).checked).toBe(6);
  await asSuperuser(
    by
      .split(';')
      .map((statement) =>
        statement.includes(' where ') ? `${statement} and realm_id = ${realmId}` : statement,
      )
      .join(';'),
  );
  expect((await verify([], realmId)).wrong).toEqual(wrong);
});

test('an anchor finds an end that was cut off together with its head', async () => {
  const realmId = await chainOfSix('anchored');
  const { ends } = await verify([], realmId);
  const anchor = { number: ends.number, hash: ends.hash.toString('hex') };
  expect((await verify([anchor], realmId)).wrong).toBeUndefined();
  await asSuperuser(`delete from audit_entry where realm_id = ${realmId} and number > 4;
    update audit_head h set number = 4, hash = e.hash from audit_entry e
    where h.realm_id = ${realmId} and e.realm_id = h.realm_id and e.number = 4`);
  expect((await verify([], realmId)).wrong).toBeUndefined();
  expect((await verify([anchor], realmId)).wrong).toEqual({
    number: 5,
    problem: 'it is missing; an anchor names entry 6',
  });
  const forged = { number: 3, hash: anchor.hash };
  expect((await verify([forged], realmId)).wrong).toEqual({
    number: 3,
    problem: 'its hash is not that of the anchor',
  });
});

test('personal parts are removed with their user, and the chain stays whole', async () => {
  const { world } = server.server;
  const leaver = await server.user({ fullName: 'Leo Leaver', email: 'leo@example.com' });
  await owner.connection.call(updateUser, { user_id: leaver.id, full_name: 'Leonard Leaver' });
  await logIn('a wrong password', leaver.email);
  const of = (action: string) => list({ object_type: 'user', object_id: leaver.id, actions: [action] });
  const about = () => of('user.changed');
  expect(await of('login.failed')).toMatchObject([{ address: '127.0.0.1' }]);
  expect(await about()).toMatchObject([
    { before: { full_name: 'Leo Leaver' }, after: { full_name: 'Leonard Leaver' }, address: '127.0.0.1' },
  ]);
  await deleteUser(world, { realm_id: server.realmId, id: leaver.id }, { removesMessages: false });
  const texts = await world.pool.all(
    sql`select from audit_entry e left join audit_part p using (realm_id, number)
        where concat(e.body, p.content) ~* '(leo|leonard) leaver|leo@example'`,
  );
  expect(texts).toEqual([]);
  const after = await about();
  expect(after.map(({ before }) => before)).toContainEqual({});
  expect(await of('login.failed')).toMatchObject([{ address: null, client: null }]);
  const { wrong, removedParts } = await verify();
  expect(wrong).toBeUndefined();
  expect(removedParts).toBeGreaterThan(0);
});

test('entries end with their retention, and the chain stays whole from the start that is left', async () => {
  const { world } = server.server;
  const realmId = await chainOfSix('pruned');
  await asSuperuser(
    `update audit_entry set at = at - interval '40 days' where realm_id = ${realmId} and number <= 4`,
  );
  await pruneAudits(world);
  const kept = () =>
    world.pool.all(sql<{ number: number }>`
      select number from audit_entry where realm_id = ${realmId} order by number`);
  expect(await kept()).toHaveLength(6);
  await world.pool.all(q.updateTable('realm').set({ audit_retention_days: 30 }).where('id', '=', realmId));
  await pruneAudits(world);
  expect(await kept()).toEqual([{ number: 5 }, { number: 6 }]);
  expect(await verify([], realmId)).toMatchObject({ checked: 2, ends: { number: 6, start: 4 } });
});

test('concurrent transactions of an organization make one chain without gaps', async () => {
  const { world } = server.server;
  const realmId = await server.realm('storm');
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      world.write(realmId, async (tx) => {
        tx.record({ action: 'organization.changed', after: { n } });
      }),
    ),
  );
  expect(await verify([], realmId)).toMatchObject({ checked: 40, ends: { number: 40 } });
});
