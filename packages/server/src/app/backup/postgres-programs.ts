import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { CommandError, reasonOf } from '../cli/explain.ts';

const run = promisify(execFile);
/** Debian keeps the programs of each version here. */
const DEBIAN_DIRECTORIES = '/usr/lib/postgresql/*/bin';
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Runs a program of PostgreSQL on a database. The password is not among its arguments, which every user can list. */
export async function runOnDatabase(
  program: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: readonly string[],
): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const env = { PATH: '/usr/bin:/bin', ...(password === '' ? {} : { PGPASSWORD: password }) };
  try {
    await run(pathOf(program), [...args, `--dbname=${url.href}`], { env, maxBuffer: MAX_OUTPUT_BYTES });
  } catch (error) {
    throw new CommandError(`${program} failed: ${reasonOf(error)}`);
  }
}

/** The directory with the programs of the newest PostgreSQL, if Debian's packages are installed. */
export function newestPrograms(): string | undefined {
  return globSync(DEBIAN_DIRECTORIES).toSorted((a, b) => versionIn(b) - versionIn(a))[0];
}

function versionIn(directory: string): number {
  return Number(path.basename(path.dirname(directory)));
}

/** The newest program reads and writes the dumps of all older servers. */
function pathOf(program: string): string {
  const directory = newestPrograms();
  return directory === undefined ? program : path.join(directory, program);
}
