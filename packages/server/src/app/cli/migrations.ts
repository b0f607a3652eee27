import { readdir } from 'node:fs/promises';
import { compareSqlFiles, readSqlFiles } from '../../engine/db/sql-files.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';

const DIRECTORY = new URL('../../../migrations/', import.meta.url);

export type MigrationState = {
  /** Migrations and SQL files of this program that are not yet in the database. */
  readonly pending: readonly string[];
  /** Migrations of the database that this program lacks: a newer release has changed it. */
  readonly unknown: readonly string[];
  readonly done: number;
};

/** Compares the database with the migrations and SQL files of this program. */
export async function migrationState(reader: Reader): Promise<MigrationState> {
  const ours = (await readdir(DIRECTORY)).filter((file) => file.endsWith('.sql')).map(nameOf);
  const rows = (await hasTable(reader, 'migration'))
    ? await reader.all(sql<{ name: string }>`select name from migration`)
    : [];
  const theirs = rows.map(({ name }) => name);
  const applied = (await hasTable(reader, 'sql_file'))
    ? await reader.all(sql<{ name: string; hash: string }>`select name, hash from sql_file`)
    : [];
  const { changed, dropped } = compareSqlFiles(await readSqlFiles(), applied);
  return {
    pending: [
      ...ours.filter((name) => !theirs.includes(name)).toSorted(),
      ...changed.map(({ name }) => name),
      ...dropped,
    ],
    unknown: theirs.filter((name) => !ours.includes(name)).toSorted(),
    done: theirs.length,
  };
}

async function hasTable(reader: Reader, name: string): Promise<boolean> {
  const table = await reader.first(
    sql<{ present: boolean }>`select to_regclass(${name}) is not null as present`,
  );
  return table?.present === true;
}

function nameOf(file: string): string {
  return file.replace(/\.sql$/, '');
}
