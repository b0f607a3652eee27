import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { withClient } from '../db/with-client.ts';
import { VERSION } from '../version.ts';
import { inTransaction } from './in-transaction.ts';
import { LOCK_TIMEOUT_MS } from './lock-retries.ts';
import { compareVersions } from './releases.ts';

/** A file of `packages/server/sql`: one function, or the indexes and triggers that call functions. */
export type SqlFile = { readonly name: string; readonly hash: string; readonly text: string };

export const SQL_DIRECTORY = fileURLToPath(new URL('../../../sql', import.meta.url));

const FUNCTIONS = 'functions/';
/** Applied after the functions, in this order. */
const DEPENDENTS = ['indexes', 'triggers'];

/** The files in the order in which they are applied. */
export async function readSqlFiles(directory: string = SQL_DIRECTORY): Promise<SqlFile[]> {
  const functions = (await readdir(`${directory}/functions`))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => FUNCTIONS + file.replace(/\.sql$/, ''))
    .toSorted();
  return Promise.all(
    [...functions, ...DEPENDENTS].map(async (name) => {
      const text = await readFile(`${directory}/${name}.sql`, 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** A row of the table `sql_file`. */
export type AppliedSqlFile = {
  readonly name: string;
  readonly hash: string;
  readonly release: string;
};

/**
 * Files of this program that differ from the rows of `sql_file`. A file that a newer release has applied stays: its
 * functions serve this release too, and the nodes of that release need them.
 */
export function compareSqlFiles(
  files: readonly SqlFile[],
  applied: readonly AppliedSqlFile[],
  version: string = VERSION,
): SqlFile[] {
  const rows = new Map(applied.map((row) => [row.name, row]));
  return files.filter(({ name, hash }) => {
    const row = rows.get(name);
    if (row === undefined || row.hash === hash) return row === undefined;
    return compareVersions(row.release, version) <= 0;
  });
}

/** An arbitrary number, distinct from the lock of the migrations. */
const LOCK_ID = 7_241_865_032;

/**
 * Applies the files that changed since the last call, in one transaction. The function of a deleted file stays, because
 * nodes of the previous release call it; a later migration drops it. Concurrent calls wait for each other; the later
 * ones find nothing to do.
 */
export async function applySqlFiles(
  databaseUrl: string,
  { directory = SQL_DIRECTORY, version = VERSION } = {},
): Promise<string[]> {
  const files = await readSqlFiles(directory);
  return withClient(databaseUrl, (client) =>
    inTransaction(client, () => applyChanged(client, files, version)),
  );
}

async function applyChanged(client: Client, files: readonly SqlFile[], version: string): Promise<string[]> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK_ID]);
  const { rows } = await client.query<AppliedSqlFile>('select name, hash, release from sql_file');
  const changed = compareSqlFiles(files, rows, version);
  // Requests that run must not queue up after a trigger's table lock for long: the caller retries.
  await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  // Functions call each other, so no order would satisfy the check.
  await client.query('set local check_function_bodies = off');
  for (const file of changed) await apply(client, file, version);
  return changed.map(({ name }) => name);
}

async function apply(client: Client, { name, hash, text }: SqlFile, version: string): Promise<void> {
  await client.query(text);
  if (name.startsWith(FUNCTIONS)) await requireOne(client, name);
  await client.query(
    `insert into sql_file (name, hash, release) values ($1, $2, $3)
     on conflict (name) do update set hash = excluded.hash, release = excluded.release, applied_at = now()`,
    [name, hash, version],
  );
}

/** Other parameters would make a second function of the same name, and nodes of the previous release call the first. */
async function requireOne(client: Client, name: string): Promise<void> {
  const versions = await signaturesOf(client, name);
  if (versions.length !== 1)
    throw new Error(
      `sql/${name}.sql must define the function of its name once, but there are ${versions.length}. ` +
        'A function with other parameters needs another name.',
    );
}

async function signaturesOf(client: Client, name: string): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
     where proname = $1 and pronamespace = current_schema()::regnamespace`,
    [name.slice(FUNCTIONS.length)],
  );
  return rows.map(({ signature }) => signature);
}
