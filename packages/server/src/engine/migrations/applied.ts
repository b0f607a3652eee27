import type { Client } from 'pg';
import { sql, type Reader } from '../db/sql.ts';
import type { MigrationFile } from './migration-files.ts';

/** A row of the table `migration`. Programs before 0.2.0 stored the name only. */
export type AppliedMigration = {
  readonly name: string;
  readonly hash: string | null;
  /** The oldest release that can run on a database with this migration. */
  readonly beside: string | null;
};

/** The applied migrations in the order of their application; empty if the database has no tables. */
export async function readApplied(reader: Reader): Promise<AppliedMigration[]> {
  if (!(await hasTable(reader, 'migration'))) return [];
  // The conversion to JSON accepts tables that lack the columns.
  return reader.all(sql<AppliedMigration>`
    select name, to_jsonb(migration) ->> 'hash' as hash, to_jsonb(migration) ->> 'beside' as beside
    from migration order by id`);
}

/** Creates the table, or adds the columns that programs before 0.2.0 did not have. */
export async function prepareTable(client: Client): Promise<void> {
  await client.query(`
    create table if not exists migration (id serial primary key, name varchar(255) not null, run_on timestamp not null)`);
  const { rows } = await client.query(`
    select from pg_attribute where attrelid = 'migration'::regclass and attname = 'beside' and not attisdropped`);
  if (rows.length === 0)
    await client.query('alter table migration add column hash text, add column beside text');
}

/** A migration that does not name the oldest release beside it needs the release that applies it. */
export async function recordApplied(
  client: Client,
  migration: MigrationFile,
  version: string,
): Promise<void> {
  await client.query('insert into migration (name, run_on, hash, beside) values ($1, now(), $2, $3)', [
    migration.name,
    migration.hash,
    migration.beside ?? version,
  ]);
}

/** Adds the hash to the row of a program that stored the name only. */
export async function recordHash(client: Client, migration: MigrationFile, version: string): Promise<void> {
  await client.query('update migration set hash = $2, beside = $3 where name = $1', [
    migration.name,
    migration.hash,
    migration.beside ?? version,
  ]);
}

export async function hasTable(reader: Reader, name: string): Promise<boolean> {
  const table = await reader.first(
    sql<{ present: boolean }>`select to_regclass(${name}) is not null as present`,
  );
  return table?.present === true;
}
