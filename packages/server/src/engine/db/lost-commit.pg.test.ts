import { createTestDatabase } from '@parley/test-support/database.ts';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { resolveLostCommit } from './lost-commit.ts';
import { createPool, type Pool } from './pool.ts';

let pool: Pool;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, connections: 3 }, () => {});
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function backendOf(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** A connection that outlives its backend. */
async function connect(): Promise<PoolClient> {
  const client = await pool.connect();
  client.on('error', () => {});
  return client;
}

test('the backend of a lost connection is terminated, and no other one', async () => {
  const [lost, bystander] = [await connect(), await connect()];
  const pid = await backendOf(lost);
  const found = await resolveLostCommit(
    pool,
    systemClock,
    { pid, since: systemClock.monotonic() },
    async () => 'found',
  );
  expect(found).toBe('found');
  await expect(lost.query('select 1')).rejects.toBeInstanceOf(Error);
  lost.release(true);
  await expect(bystander.query('select 1')).resolves.toMatchObject({ rowCount: 1 });
  bystander.release();
});

test('a backend that started after the connection was lost is left alone', async () => {
  const later = await connect();
  const pid = await backendOf(later);
  const anHourAgo = systemClock.monotonic() - 3_600_000;
  const found = await resolveLostCommit(pool, systemClock, { pid, since: anHourAgo }, async () => 'found');
  expect(found).toBe('found');
  await expect(later.query('select 1')).resolves.toMatchObject({ rowCount: 1 });
  later.release();
});
