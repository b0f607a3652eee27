import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../engine/clock.ts';
import { createVersionedCache } from '../engine/db/versioned-cache.ts';
import { sql, type Reader } from '../engine/db/sql.ts';
import { hexHashOf } from '../engine/secrets/seal.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { createAccounts } from './accounts.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  grace = await server.user();
});
afterAll(() => server.stop());

/** The accounts of another node, with a count of its queries. */
function createCountedAccounts() {
  const { pool } = server.server.world;
  const count = { queries: 0 };
  const reader: Reader = {
    ...pool,
    all: (...query) => {
      count.queries += 1;
      return pool.all(...query);
    },
  };
  return { ...createAccounts(reader, createVersionedCache(), systemClock), count };
}

test('a cached account costs one short query', async () => {
  const { find, count } = createCountedAccounts();
  const first = await find(hexHashOf(ada.apiKey));
  expect(first?.user.id).toBe(ada.id);
  const { queries } = count;
  expect(await find(hexHashOf(ada.apiKey))).toEqual(first);
  expect(count.queries - queries).toBe(1);
  await Promise.all(Array.from({ length: 50 }, () => find(hexHashOf(ada.apiKey))));
  expect(count.queries - queries).toBeLessThan(10);
});

test('a changed account is read again', async () => {
  const { pool } = server.server.world;
  const { find } = createCountedAccounts();
  await find(hexHashOf(ada.apiKey));
  await find(hexHashOf(grace.apiKey));
  await pool.all(sql`update realm_user set is_active = false where id = ${ada.id}`);
  expect((await find(hexHashOf(ada.apiKey)))?.user.is_active).toBe(false);
  expect((await find(hexHashOf(grace.apiKey)))?.user.is_active).toBe(true);
  await pool.all(
    sql`update realm set name = 'Renamed' where id = ${(await find(hexHashOf(grace.apiKey)))?.realm.id ?? 0}`,
  );
  expect((await find(hexHashOf(grace.apiKey)))?.realm.name).toBe('Renamed');
  expect((await find(hexHashOf(ada.apiKey)))?.realm.name).toBe('Renamed');
  await pool.all(sql`delete from credential where user_id = ${grace.id}`);
  expect(await find(hexHashOf(grace.apiKey))).toBeUndefined();
});
