import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, type Pool } from '../db/pool.ts';
import { sql } from '../db/sql.ts';
import { createRealm } from '../../organization/realm/create-realm.ts';
import { createTestDatabase, type TestDatabase } from '@parley/test-support/database.ts';
import { ensurePartitionOfToday, maintainPartitions } from './partitions.ts';

let database: TestDatabase;
let pool: Pool;
let realmId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, connections: 4 }, () => {});
  realmId = await createRealm(pool, { subdomain: '', name: 'Root' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

function append(at: string, position: number): Promise<unknown> {
  return pool.all(sql`insert into log_entry (realm_id, position, at, audience, event)
    values (${realmId}, ${position}, ${at}, '{"kind":"everyone"}', '{}')`);
}

async function entriesByPartition(): Promise<Record<string, number>> {
  const rows = await pool.all(
    sql<{
      name: string;
      n: number;
    }>`select tableoid::regclass::text as name, count(*) as n from log_entry group by 1`,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

test('a new database has its partitions', async () => {
  await append(new Date().toISOString(), 10);
  expect((await entriesByPartition())['log_entry_default']).toBeUndefined();
  await pool.all(sql`delete from log_entry`);
});

/** Concurrent calls wait for each other only briefly, so this retries, as the job does. */
async function maintainWithRetries(now: Date): Promise<void> {
  const { locked } = await maintainPartitions(pool, 8, now);
  if (locked.length > 0) await maintainWithRetries(now);
}

test('partitions are created in advance, entries move out of the default one, old ones are dropped', async () => {
  await append('2030-01-01T12:00:00Z', 1);
  await append('2030-01-02T12:00:00Z', 2);
  expect(await entriesByPartition()).toEqual({ log_entry_default: 2 });
  await Promise.all([1, 2, 3].map(() => maintainWithRetries(new Date('2030-01-01T15:00:00Z'))));
  expect(await entriesByPartition()).toEqual({ log_entry_20300101: 1, log_entry_20300102: 1 });
  await append('2030-01-09T00:00:00Z', 3);
  const { dropped } = await maintainPartitions(pool, 8, new Date('2030-01-10T00:00:00Z'));
  expect(dropped).toContain('log_entry_20300101');
  expect(await entriesByPartition()).toEqual({ log_entry_20300102: 1, log_entry_20300109: 1 });
});

test('the clock of PostgreSQL decides which partitions exist', async () => {
  const { dropped } = await maintainPartitions(pool, 8);
  const today = `log_entry_${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;
  expect(dropped).not.toContain(today);
  await append(new Date().toISOString(), 99);
  expect((await entriesByPartition())[today]).toBe(1);
});

test('partitions that wait for the lock of a dump are left for later, and writing goes on', async () => {
  const later = new Date('2031-01-01T00:00:00Z');
  const dump = await pool.connect();
  await dump.query('begin; lock table log_entry, log_entry_default in access share mode');
  const { dropped, locked } = await maintainPartitions(pool, 8, later);
  expect(dropped).toEqual([]);
  expect(locked).toContain('log_entry_20310115');
  expect(locked).toContain('log_entry_20300109');
  await append('2031-01-01T00:00:00Z', 100);
  await dump.query('commit');
  dump.release();
  expect(await maintainPartitions(pool, 8, later)).toMatchObject({ locked: [] });
  expect((await entriesByPartition())['log_entry_20310101']).toBe(1);
});

test('the partition of today is created if it is missing and no lock prevents it', async () => {
  await maintainPartitions(pool, 8);
  const today = `log_entry_${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;
  await pool.all(sql`drop table ${sql.table(today)}`);
  const dump = await pool.connect();
  await dump.query('begin; lock table log_entry, log_entry_default in access share mode');
  expect(await ensurePartitionOfToday(pool)).toBe(false);
  await dump.query('commit');
  dump.release();
  expect(await ensurePartitionOfToday(pool)).toBe(true);
  await append(new Date().toISOString(), 101);
  expect((await entriesByPartition())[today]).toBe(1);
});
