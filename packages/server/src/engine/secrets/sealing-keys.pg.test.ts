import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@parley/test-support/database.ts';
import { until } from '@parley/test-support/eventually.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock, type Clock } from '../clock.ts';
import { createPool, type Pool } from '../db/pool.ts';
import { sql } from '../db/sql.ts';
import { placeOf, sealedColumns } from './places.ts';
import { rotateSecret, type RotationResult } from './rotate.ts';
import { createSealer, type Keyring } from './seal.ts';
import { followSealingKeys, openSealer, SecretError } from './sealing-keys.ts';

const OLD = 'the old secret, which is long enough';
const NEW = 'the new secret, which is long enough';
const OTHER = 'a secret that was never used, also long';
const REALM = 1;
const KEY = 'k'.repeat(32);

/** No node runs beside these tests, so rotations wait for none. */
const impatient: Clock = { ...systemClock, after: (_, callback) => systemClock.after(0, callback) };

let database: TestDatabase;
let pool: Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, connections: 4 }, () => {});
  await pool.all(sql`insert into realm (id, subdomain, name) overriding system value
    values (${REALM}, '', 'Root')`);
  await pool.all(sql`insert into realm_head (realm_id) values (${REALM})`);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

function open(secret: string, previousSecret?: string): Promise<Keyring> {
  return openSealer({
    database: { url: database.url, connections: 1, expensiveConnections: 1, statementTimeoutMs: 2_500 },
    secret,
    previousSecret,
  });
}

async function addUser(id: number, sealed: Buffer): Promise<void> {
  await pool.all(sql`insert into realm_user (realm_id, id, delivery_email, full_name, role, key_hash, key_sealed)
    values (${REALM}, ${id}, ${`${id}@example.com`}, 'User', 400, ${randomBytes(32)}, ${sealed})`);
}

function placeOfUser(id: number) {
  return placeOf('realm_user', { realm_id: REALM, id });
}

async function addUsers(sealer: Keyring, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const sealed = ids.map((id) => sealer.seal(placeOfUser(id), `${KEY}${id}`));
  await pool.all(sql`insert into realm_user (realm_id, id, delivery_email, full_name, role, key_hash, key_sealed)
    select ${REALM}, id, id || '@example.com', 'User', 400, sha256(id::text::bytea), sealed
    from unnest(${ids}::bigint[], ${sealed}::bytea[]) as given (id, sealed)`);
}

function users(): Promise<{ id: number; key_sealed: Buffer }[]> {
  return pool.all(sql<{ id: number; key_sealed: Buffer }>`select id, key_sealed from realm_user order by id`);
}

function states(): Promise<{ state: string }[]> {
  return pool.all(sql<{ state: string }>`select state from sealing_key order by state`);
}

function rotate(sealer: Keyring, report: (line: string) => void = () => {}): Promise<RotationResult> {
  return rotateSecret({ pool, sealer, clock: impatient, report });
}

/** Connections that wait for a lock of another transaction. */
async function waiting(): Promise<number> {
  const row = await pool.first(
    sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}

test('the first node records its secret, and another secret is refused', async () => {
  await open(OLD);
  await open(OLD);
  await expect(open(OTHER)).rejects.toThrow(SecretError);
  await expect(open(OTHER)).rejects.toThrow(/Set PARLEY_SECRET to the value in use before/);
  expect(await states()).toEqual([{ state: 'current' }]);
});

test('nodes that start at once with different secrets do not both record theirs', async () => {
  const started = await Promise.allSettled([open(OLD), open(OTHER), open(NEW)]);
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a value sealed with a secret that is not in use cannot be written', async () => {
  await open(OLD);
  await expect(addUsers(createSealer(OTHER), 1)).rejects.toThrow(/secret that is not in use/);
  await addUsers(createSealer(OLD), 1);
});

test('a rotation seals every value again, keeps names, and retires the old secret', async () => {
  const before = await open(OLD);
  await addUsers(before, 450);
  const both = await open(NEW, OLD);
  expect(both.fingerprint('avatar', '1:1')).toBe(before.fingerprint('avatar', '1:1'));
  expect(await rotate(both)).toEqual({ sealed: 450, unreadable: 0 });
  expect(await states()).toEqual([{ state: 'current' }]);
  const after = await open(NEW);
  expect(after.fingerprint('avatar', '1:1')).toBe(before.fingerprint('avatar', '1:1'));
  for (const { id, key_sealed } of await users())
    expect(after.open(placeOfUser(id), key_sealed)).toBe(`${KEY}${id}`);
  await expect(open(OLD)).rejects.toThrow(SecretError);
  await expect(addUser(1_000, before.seal(placeOfUser(1_000), KEY))).rejects.toThrow(/not in use/);
});

test('a rotation that was interrupted continues, and nodes need both secrets until it is complete', async () => {
  await addUsers(await open(OLD), 450);
  const interrupted = rotate(await open(NEW, OLD), (line) => {
    if (line.includes('200 sealed again …')) throw new Error('killed');
  });
  await expect(interrupted).rejects.toThrow('killed');
  await expect(open(NEW)).rejects.toThrow(/A rotation is not complete/);
  await expect(open(OLD)).rejects.toThrow(/A rotation is not complete/);
  const both = await open(NEW, OLD);
  for (const { id, key_sealed } of await users())
    expect(both.open(placeOfUser(id), key_sealed)).toBe(`${KEY}${id}`);
  expect((await rotate(both)).sealed).toBe(250);
  await open(NEW);
});

test('a rotation that was interrupted can be reversed', async () => {
  await addUsers(await open(OLD), 250);
  const interrupted = rotate(await open(NEW, OLD), (line) => {
    if (line.includes('200 sealed again …')) throw new Error('killed');
  });
  await expect(interrupted).rejects.toThrow('killed');
  await rotate(await open(OLD, NEW));
  const sealer = await open(OLD);
  for (const { id, key_sealed } of await users())
    expect(sealer.open(placeOfUser(id), key_sealed)).toBe(`${KEY}${id}`);
});

test('a node without the new secret stops the rotation before anything is sealed with it', async () => {
  const node = await open(OLD);
  await addUsers(node, 3);
  const rotating = rotateSecret({
    pool,
    sealer: await open(NEW, OLD),
    clock: systemClock,
    report: () => void followSealingKeys(pool, node).catch(() => {}),
  });
  await expect(rotating).rejects.toThrow(/A running node does not have the new secret/);
  for (const { id, key_sealed } of await users())
    expect(node.open(placeOfUser(id), key_sealed)).toBe(`${KEY}${id}`);
  await open(OLD);
});

test('a transaction that seals with the old secret is found before the secret is retired', async () => {
  const node = await open(OLD);
  const sealer = await open(NEW, OLD);
  const late = await pool.connect();
  await late.query('begin');
  await late.query(
    `insert into realm_user (realm_id, id, delivery_email, full_name, role, key_hash, key_sealed)
      values ($1, 7, '7@example.com', 'User', 400, $2, $3)`,
    [REALM, randomBytes(32), node.seal(placeOfUser(7), KEY)],
  );
  const rotating = rotate(sealer);
  await until(async () => (await waiting()) > 0);
  await late.query('commit');
  late.release();
  expect((await rotating).sealed).toBe(1);
  const [user] = await users();
  expect((await open(NEW)).open(placeOfUser(7), user?.key_sealed ?? Buffer.of())).toBe(KEY);
});

test('every sealed column is listed for rotations and checked by a trigger', async () => {
  const columns = await pool.all(
    sql<{ name: string; is_checked: boolean }>`
      select table_name || '.' || column_name as name, exists (
        select from pg_trigger where tgname = 'sealing_key' and tgrelid = table_name::regclass
          and encode(tgargs, 'escape') = column_name || '\\000') as is_checked
      from information_schema.columns
      where table_schema = 'public' and column_name like '%sealed' and table_name <> 'sealing_key'`,
  );
  const listed = Object.entries(sealedColumns).map(([table, { column }]) => `${table}.${column}`);
  expect(columns.map(({ name }) => name).toSorted()).toEqual(listed.toSorted());
  expect(columns.filter(({ is_checked }) => !is_checked)).toEqual([]);
});
