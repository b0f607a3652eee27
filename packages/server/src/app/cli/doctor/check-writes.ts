import type { PoolClient } from 'pg';
import { errorText } from '../../../engine/error-text.ts';
import { freeBytes } from '../../../engine/db/free-space.ts';
import type { Pool } from '../../../engine/db/pool.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { explain } from '../explain.ts';
import { warning, failed, passed, type CheckResult } from './check-result.ts';

/** Checks that PostgreSQL stores data and has found no damage. */
export async function checkWrites(pool: Pool): Promise<CheckResult[]> {
  return [await checkWrite(pool), await checkSpace(pool), await checkDamage(pool)];
}

/** Rows of about a megabyte, so that a disk with less free space is found. */
const PROBE = `create table parley_doctor_probe as
  select repeat(md5(n::text), 32) as text from generate_series(1, 1000) n`;

/** Writes a table and rolls back. */
async function checkWrite(pool: Pool): Promise<CheckResult> {
  const state = await pool.first(sql<{ standby: boolean; read_only: boolean }>`
    select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as read_only`);
  if (state?.standby === true)
    return failed('writes', 'PostgreSQL is a standby', 'Set PARLEY_DATABASE_URL to the primary.');
  if (state?.read_only === true)
    return failed(
      'writes',
      'transactions are read-only',
      'Turn default_transaction_read_only off, for the server, the database and the user.',
    );
  try {
    await rolledBack(pool, (client) => client.query(PROBE));
    return passed('writes', 'a table was written and rolled back');
  } catch (error) {
    return failed('writes', errorText(error), explain(error));
  }
}

const MIN_FREE_MIB = 100;
const LOW_FREE_MIB = 2_048;

async function checkSpace(pool: Pool): Promise<CheckResult> {
  const bytes = await rolledBack(pool, (client) =>
    freeBytes(async (statement) => (await client.query<object>(statement)).rows),
  ).catch(() => undefined);
  if (bytes === undefined) return passed('free space', 'unknown; PostgreSQL tells it to superusers only');
  const mebibytes = Math.floor(bytes / 1_048_576);
  const found = `${mebibytes} MiB`;
  const fix = 'Enlarge the disk of PostgreSQL, or delete what does not belong there.';
  if (mebibytes < MIN_FREE_MIB) return failed('free space', found, fix);
  return mebibytes < LOW_FREE_MIB ? warning('free space', found, fix) : passed('free space', found);
}

/** PostgreSQL counts the pages whose checksum was wrong when it read them, until `pg_stat_reset()`. */
async function checkDamage(reader: Reader): Promise<CheckResult> {
  const row = await reader.first(sql<{ failures: number | null; last: Date | null }>`
    select sum(checksum_failures)::int as failures, max(checksum_last_failure) as last
    from pg_stat_database where datid = 0 or datname = current_database()`);
  const failures = row?.failures ?? undefined;
  if (failures === undefined) return passed('damaged pages', 'unknown without data checksums');
  return failures === 0
    ? passed('damaged pages', 'none was read')
    : failed(
        'damaged pages',
        `${failures} reads of damaged pages, the last at ${row?.last?.toISOString() ?? ''}`,
        "Restore a backup on another disk (docs/operating/backup.md); PostgreSQL's log names the pages.",
      );
}

async function rolledBack<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}
