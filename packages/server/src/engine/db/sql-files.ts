import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

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

/** Differences between the files of this program and the rows of `sql_file`. */
export function compareSqlFiles(
  files: readonly SqlFile[],
  applied: readonly { readonly name: string; readonly hash: string }[],
): { changed: SqlFile[]; dropped: string[] } {
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]));
  const names = new Set(files.map(({ name }) => name));
  return {
    changed: files.filter(({ name, hash }) => hashes.get(name) !== hash),
    dropped: applied.map(({ name }) => name).filter((name) => !names.has(name)),
  };
}

/** An arbitrary number, distinct from the lock of the migrations. */
const LOCK_ID = 7_241_865_032;

/**
 * Applies the files that changed since the last call, in one transaction, and drops the functions whose files are gone.
 * Concurrent calls wait for each other; the later ones find nothing to do.
 */
export async function applySqlFiles(databaseUrl: string, directory?: string): Promise<string[]> {
  const files = await readSqlFiles(directory);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_ID]);
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from sql_file');
    const { changed, dropped } = compareSqlFiles(files, rows);
    // Requests that run must not queue up after a trigger's table lock for long: the caller retries.
    await client.query("set local lock_timeout = '2s'");
    // Functions call each other, so no order would satisfy the check.
    await client.query('set local check_function_bodies = off');
    for (const file of changed) await apply(client, file);
    for (const name of dropped.toSorted()) await drop(client, name);
    await client.query('commit');
    return [...changed.map(({ name }) => name), ...dropped.map((name) => `dropped ${name}`)];
  } finally {
    await client.end();
  }
}

async function apply(client: Client, { name, hash, text }: SqlFile): Promise<void> {
  await client.query(text);
  if (name.startsWith(FUNCTIONS)) await requireOne(client, name);
  await client.query(
    `insert into sql_file (name, hash) values ($1, $2)
     on conflict (name) do update set hash = excluded.hash, applied_at = now()`,
    [name, hash],
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

async function drop(client: Client, name: string): Promise<void> {
  const signatures = name.startsWith(FUNCTIONS) ? await signaturesOf(client, name) : [];
  for (const signature of signatures) await client.query(`drop function ${signature}`);
  await client.query('delete from sql_file where name = $1', [name]);
}

async function signaturesOf(client: Client, name: string): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
     where proname = $1 and pronamespace = current_schema()::regnamespace`,
    [name.slice(FUNCTIONS.length)],
  );
  return rows.map(({ signature }) => signature);
}
