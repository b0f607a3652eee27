import { VERSION } from '../version.ts';
import { sql, type Reader } from '../db/sql.ts';
import { hasTable, readApplied, type AppliedMigration } from './applied.ts';
import { numberOf, readMigrations, type MigrationFile } from './migration-files.ts';
import { MigrationError } from './migration-error.ts';
import { compareVersions, readReleases, type Release } from './releases.ts';
import { compareSqlFiles, readSqlFiles, type AppliedSqlFile } from './sql-files.ts';

export type MigrationState = {
  /** Migrations and SQL files of this release that are not yet applied to the database. */
  readonly pending: readonly string[];
  /** Migrations of a newer release beside which this one can run. */
  readonly newer: readonly string[];
  readonly applied: number;
};

/** Compares the database with the migrations and SQL files of this release. */
export async function migrationState(reader: Reader): Promise<MigrationState> {
  const applied = await readApplied(reader);
  const { pending, newer } = compareMigrations({
    files: await readMigrations(),
    applied,
    releases: await readReleases(),
    version: VERSION,
  });
  const appliedFiles = (await hasTable(reader, 'sql_file'))
    ? await reader.all(sql<AppliedSqlFile>`select name, hash, release from sql_file`)
    : [];
  return {
    pending: [
      ...pending.map(({ name }) => name),
      ...compareSqlFiles(await readSqlFiles(), appliedFiles).map(({ name }) => name),
    ],
    newer,
    applied: applied.length,
  };
}

type Compared = {
  readonly files: readonly MigrationFile[];
  readonly applied: readonly AppliedMigration[];
  readonly releases: readonly Release[];
  /** The version of this program. */
  readonly version: string;
};

/** Returns what remains to be done, or throws if this program cannot run on the database. */
export function compareMigrations(compared: Compared): {
  readonly pending: readonly MigrationFile[];
  readonly newer: readonly string[];
} {
  const { files, applied, releases } = compared;
  for (const release of releases) requireUnchanged(files, release);
  const rows = new Map(applied.map((row) => [row.name, row]));
  for (const file of files) requireSameText(file, rows.get(file.name), releases);
  const pending = files.filter(({ name }) => !rows.has(name));
  requireOrder(pending, files, applied);
  return {
    pending,
    newer: newerMigrations(compared),
  };
}

/** Released migrations never change, so that all databases of a release are alike. */
export function requireUnchanged(files: readonly MigrationFile[], release: Release): void {
  const hashes = new Map(files.map(({ name, hash }) => [name, hash]));
  for (const [name, hash] of Object.entries(release.migrations)) {
    if (hashes.get(name) === hash) continue;
    const problem = hashes.has(name) ? 'was edited after' : 'is missing, although it is part of';
    throw new MigrationError(
      `Migration ${name} ${problem} release ${release.version}. ` +
        `Restore its file from that release, and put a change into a new migration.`,
    );
  }
}

function requireSameText(
  file: MigrationFile,
  row: AppliedMigration | undefined,
  releases: readonly Release[],
): void {
  if (row === undefined || row.hash === file.hash) return;
  const release = releases.find(({ migrations }) => file.name in migrations);
  throw new MigrationError(
    release === undefined
      ? `Migration ${file.name} was edited after it was applied to this database. ` +
          'Restore its file, and put the change into a new migration; or create a new database.'
      : `This database was created with another text of migration ${file.name} than release ${release.version} has, ` +
          'by a development version. Create a new database, or run the version that created it.',
  );
}

function requireOrder(
  pending: readonly MigrationFile[],
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
): void {
  const last = applied.reduce((max, { name }) => Math.max(max, numberOf(name)), 0);
  const late = pending.find(({ name }) => numberOf(name) <= last);
  if (late === undefined) return;
  const next = Math.max(last, ...files.map(({ name }) => numberOf(name))) + 1;
  throw new MigrationError(
    `Migration ${late.name} is not applied, but a migration with the number ${last} is. ` +
      `If it is new, give it the next free number, ${String(next).padStart(4, '0')}; ` +
      'otherwise the database belongs to another branch: create a new one.',
  );
}

/** Unknown migrations with higher numbers come from a newer release, which decides whether this one can run. */
function newerMigrations({ files, applied, version }: Compared): string[] {
  const known = new Set(files.map(({ name }) => name));
  const last = files.reduce((max, { name }) => Math.max(max, numberOf(name)), 0);
  const unknown = applied.filter(({ name }) => !known.has(name));
  for (const { name, beside } of unknown) {
    if (numberOf(name) <= last)
      throw new MigrationError(
        `Migration ${name} is applied to the database, but release ${version} does not have it. ` +
          'Run the version that applied it, or create a new database.',
      );
    if (compareVersions(version, beside) < 0)
      throw new MigrationError(
        `The database was migrated by a newer release (${name}). ` +
          `Releases from ${beside} on can run on it; this is ${version}. Run ${beside} or newer.`,
      );
  }
  return unknown.map(({ name }) => name);
}
