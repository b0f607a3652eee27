import type { Client } from 'pg';
import { withClient } from '../db/with-client.ts';
import { pause, systemClock } from '../clock.ts';
import { readerOn } from '../db/sql.ts';
import { VERSION } from '../version.ts';
import { prepareTable, readApplied, recordApplied } from './applied.ts';
import { inTransaction } from './in-transaction.ts';
import { LOCK_TIMEOUT_MS, retryLocked } from './lock-retries.ts';
import { MIGRATIONS_DIRECTORY, readMigrations, statementsOf, type MigrationFile } from './migration-files.ts';
import { readReleases, type Release } from './releases.ts';
import { applySqlFiles } from './sql-files.ts';
import { compareMigrations } from './state.ts';

/** An arbitrary number, which all releases use. */
const LOCK_ID = '7241865325823964';
const LOCK_POLL_MS = 250;

type Log = (line: string) => void;

type MigrateOptions = {
  readonly directory?: string;
  readonly releases?: readonly Release[];
  /** The version of this program. */
  readonly version?: string;
};

/**
 * Runs the pending migrations, then applies the SQL files that changed; returns the names of both. Several nodes may
 * call this at once: the others wait for the first.
 */
export async function migrate(
  databaseUrl: string,
  log: Log = () => {},
  options: MigrateOptions = {},
): Promise<string[]> {
  const apply = async (client: Client): Promise<string[]> => {
    await takeTurn(client, log);
    const names = await applyPending(client, log, options);
    const files = await retryLocked(client, 'the SQL functions', log, () =>
      applySqlFiles(databaseUrl, { version: options.version ?? VERSION }),
    );
    for (const file of files) log(`applied: ${file}`);
    return [...names, ...files];
  };
  return withClient(databaseUrl, apply, { application_name: 'parley migrate' });
}

/** The lock ends with the connection. */
async function takeTurn(client: Client, log: Log): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      LOCK_ID,
    ]);
    if (rows[0]?.mine === true) return;
    if (attempts === 1) log('another migration is running; waiting for its end');
    await pause(systemClock, LOCK_POLL_MS);
  }
}

async function applyPending(client: Client, log: Log, options: MigrateOptions): Promise<string[]> {
  const { directory = MIGRATIONS_DIRECTORY, version = VERSION } = options;
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await retryLocked(client, 'the table of migrations', log, () => prepareTable(client));
  const { pending } = compareMigrations({
    files: await readMigrations(directory),
    applied: await readApplied(readerOn(client)),
    releases: options.releases ?? (await readReleases()),
    version,
  });
  for (const migration of pending) {
    const started = systemClock.monotonic();
    await retryLocked(client, migration.name, log, () => applyMigration(client, migration, version));
    const seconds = (systemClock.monotonic() - started) / 1_000;
    log(`applied: ${migration.name} (${seconds.toFixed(1)} s)`);
  }
  return pending.map(({ name }) => name);
}

/** A migration outside a transaction is written so that it can be repeated after it stopped halfway. */
async function applyMigration(client: Client, migration: MigrationFile, version: string): Promise<void> {
  if (!migration.isTransactional) {
    for (const statement of statementsOf(migration.text)) await client.query(statement);
    await recordApplied(client, migration, version);
    return;
  }
  await inTransaction(client, async () => {
    await client.query(migration.text);
    await recordApplied(client, migration, version);
  });
}
