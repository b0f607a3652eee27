import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { CommandError, reasonOf } from '../cli/explain.ts';

const run = promisify(execFile);
/** Debian keeps the programs of each version here; the newest reads and writes the dumps of all older servers. */
const DEBIAN_DIRECTORY = '/usr/lib/postgresql';
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
    await run(await pathOf(program), [...args, `--dbname=${url.href}`], { env, maxBuffer: MAX_OUTPUT_BYTES });
  } catch (error) {
    throw new CommandError(`${program} failed: ${reasonOf(error)}`);
  }
}

async function pathOf(program: string): Promise<string> {
  const versions = await readdir(DEBIAN_DIRECTORY).catch(() => []);
  const newest = Math.max(...versions.map(Number).filter((version) => version > 0));
  return Number.isFinite(newest) ? `${DEBIAN_DIRECTORY}/${newest}/bin/${program}` : program;
}
