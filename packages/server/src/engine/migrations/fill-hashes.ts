import type { Client } from 'pg';
import { recordHash } from './applied.ts';
import { inTransaction } from './in-transaction.ts';
import type { MigrationFile } from './migration-files.ts';
import { MigrationError } from './migration-error.ts';

const MAX_DIFFERENCES_SHOWN = 5;
const SCRATCH_SCHEMA = 'parley_scratch';

/**
 * Stores the hashes of migrations that a program before 0.2.0 applied by name only, if the database has the tables that
 * the files create. The files run in a schema that is rolled back.
 */
export async function fillHashes(
  client: Client,
  migrations: readonly MigrationFile[],
  version: string,
): Promise<void> {
  await inTransaction(client, async () => {
    const actual = await columnsOf(client);
    await client.query('savepoint before_scratch');
    await client.query(`create schema ${SCRATCH_SCHEMA}`);
    await client.query(`set local search_path = ${SCRATCH_SCHEMA}`);
    // Files that run outside a transaction create indexes, which are not compared.
    for (const { text, isTransactional } of migrations) if (isTransactional) await client.query(text);
    const expected = await columnsOf(client);
    await client.query('rollback to savepoint before_scratch');
    requireAlike(expected, actual);
    for (const migration of migrations) await recordHash(client, migration, version);
  });
}

/** The columns of the current schema with their types, without the partitions of the log. */
async function columnsOf(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ column: string; type: string }>(`
    select c.relname || '.' || a.attname as column,
      format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped`);
  return new Map(rows.map(({ column, type }) => [column, type]));
}

function requireAlike(expected: ReadonlyMap<string, string>, actual: ReadonlyMap<string, string>): void {
  const differences = [...expected]
    .filter(([column, type]) => actual.get(column) !== type)
    .map(([column, type]) => `${column} is ${actual.get(column) ?? 'missing'} instead of ${type}`);
  if (differences.length === 0) return;
  const more = differences.length - MAX_DIFFERENCES_SHOWN;
  throw new MigrationError(
    'This database was created by a development version whose migrations were edited since: ' +
      `${differences.slice(0, MAX_DIFFERENCES_SHOWN).join(', ')}${more > 0 ? `, and ${more} more` : ''}. ` +
      'Create a new database, or run the version that created this one.',
  );
}
