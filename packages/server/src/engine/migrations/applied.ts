import type { Client } from 'pg';
import { sql, type Reader } from '../db/sql.ts';
import type { MigrationFile } from './migration-files.ts';

/** A row of the table `migration`. */
export type AppliedMigration = {
  readonly name: string;
  readonly hash: string;
  /** The oldest release that can run on a database with this migration. */
  readonly beside: string;
};

/** The applied migrations in the order of their application; empty if the database has no tables. */
export async function readApplied(reader: Reader): Promise<AppliedMigration[]> {
  if (!(await hasTable(reader, 'migration'))) return [];
  return reader.all(sql<AppliedMigration>`select name, hash, beside from migration order by id`);
}

export async function prepareTable(client: Client): Promise<void> {
  await client.query(`
    create table if not exists migration (
      id serial primary key, name varchar(255) not null, run_on timestamp not null, hash text not null, beside text not null
    )`);
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

export async function hasTable(reader: Reader, name: string): Promise<boolean> {
  const table = await reader.first(
    sql<{ present: boolean }>`select to_regclass(${name}) is not null as present`,
  );
  return table?.present === true;
}
