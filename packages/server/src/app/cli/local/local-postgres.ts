import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newestPrograms } from '../../backup/postgres-programs.ts';
import { CommandError } from '../explain.ts';

const run = promisify(execFile);

export type LocalPostgres = { readonly url: string; readonly stop: () => Promise<void> };

/** A directory for trials contains PostgreSQL; elsewhere that of the system is used, if it is installed. */
const OWN_PROGRAMS = fileURLToPath(new URL('../../../../../../postgres/bin', import.meta.url));

/** The longest path of a socket on Linux, without the name that PostgreSQL gives it. */
const MAX_SOCKET_DIRECTORY = 107 - '/.s.PGSQL.5432'.length;

/** Starts a PostgreSQL of this user alone: it listens at a socket in its directory, which only this user can enter. */
export async function startLocalPostgres(directory: string): Promise<LocalPostgres> {
  if (process.getuid?.() === 0)
    throw new CommandError('PostgreSQL does not run as root. Run parley serve --local as an ordinary user.');
  const home = path.join(directory, 'postgres');
  if (home.length > MAX_SOCKET_DIRECTORY)
    throw new CommandError(`The path ${directory} is too long for a socket. Choose one with a shorter name.`);
  const programs = await findPrograms();
  const data = path.join(home, 'data');
  const control = (...args: string[]): Promise<unknown> =>
    run(path.join(programs, 'pg_ctl'), ['-D', data, '-s', '-w', ...args]);

  await mkdir(home, { recursive: true, mode: 0o700 });
  if (!existsSync(path.join(data, 'PG_VERSION'))) await initialize(path.join(programs, 'initdb'), data);
  // A killed server leaves its PostgreSQL running; the next one uses it.
  const isRunning = await control('status').then(
    () => true,
    () => false,
  );
  const options = `-c listen_addresses= -c unix_socket_directories='${home}' -c port=5432 -c max_connections=50`;
  if (!isRunning) await control('-l', path.join(home, 'log'), '-o', options, 'start');
  return {
    url: `postgres:///postgres?host=${encodeURIComponent(home)}`,
    stop: async () => {
      await control('-m', 'fast', 'stop');
    },
  };
}

async function initialize(initdb: string, data: string): Promise<void> {
  // An interrupted first start leaves an unusable directory.
  await rm(data, { recursive: true, force: true });
  await run(initdb, ['-D', data, '-A', 'peer', '-E', 'UTF8', '--locale=C.UTF-8', '--data-checksums']);
}

async function findPrograms(): Promise<string> {
  if (existsSync(path.join(OWN_PROGRAMS, 'initdb'))) return OWN_PROGRAMS;
  const newest = newestPrograms();
  if (newest !== undefined) return newest;
  try {
    const { stdout } = await run('pg_config', ['--bindir']);
    return stdout.trim();
  } catch {
    throw new CommandError(
      'There is no PostgreSQL here. Install its package (postgresql), or use the directory of Parley that contains one.',
    );
  }
}
