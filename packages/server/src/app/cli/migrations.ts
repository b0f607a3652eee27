import { readdir } from 'node:fs/promises';
import { compareSqlFiles, readSqlFiles } from '../../engine/db/sql-files.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);

export type MigrationState = {
  /** Migrations and SQL files of this release that are not yet applied to the database. */
  readonly pending: readonly string[];
  /** Migrations applied by a newer release, unknown to this one. */
  readonly unknown: readonly string[];
  readonly applied: number;
};

/** Compares the database with the migrations and SQL files of this release. */
export async function migrationState(reader: Reader): Promise<MigrationState> {
  const known = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).map(nameOf);
  const rows = (await hasTable(reader, 'migration'))
    ? await reader.all(sql<{ name: string }>`select name from migration`)
    : [];
  const applied = rows.map(({ name }) => name);
  const appliedFiles = (await hasTable(reader, 'sql_file'))
    ? await reader.all(sql<{ name: string; hash: string }>`select name, hash from sql_file`)
    : [];
  const { changed, dropped } = compareSqlFiles(await readSqlFiles(), appliedFiles);
  return {
    pending: [
      ...known.filter((name) => !applied.includes(name)).toSorted(),
      ...changed.map(({ name }) => name),
      ...dropped,
    ],
    unknown: applied.filter((name) => !known.includes(name)).toSorted(),
    applied: applied.length,
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
