import { readdir } from 'node:fs/promises';
import { sql, type Reader } from '../../engine/db/sql.ts';

const DIRECTORY = new URL('../../../migrations/', import.meta.url);

export type MigrationState = {
  /** In this program, not yet in the database. */
  readonly pending: readonly string[];
  /** In the database, not in this program: a newer release has been here. */
  readonly unknown: readonly string[];
  readonly done: number;
};

/** How the shape of the database compares with what this program expects. */
export async function migrationState(reader: Reader): Promise<MigrationState> {
  const ours = (await readdir(DIRECTORY)).filter((file) => file.endsWith('.sql')).map(nameOf);
  const table = await reader.first(
    sql<{ present: boolean }>`select to_regclass('migration') is not null as present`,
  );
  const rows =
    table?.present === true ? await reader.all(sql<{ name: string }>`select name from migration`) : [];
  const theirs = rows.map(({ name }) => name);
  return {
    pending: ours.filter((name) => !theirs.includes(name)).toSorted(),
    unknown: theirs.filter((name) => !ours.includes(name)).toSorted(),
    done: theirs.length,
  };
}

function nameOf(file: string): string {
  return file.replace(/\.sql$/, '');
}
