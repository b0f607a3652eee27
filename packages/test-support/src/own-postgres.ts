import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { newestPrograms } from '@parley/server/app/backup/postgres-programs.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

export type OwnPostgres = {
  /** Connects to the database `postgres` as its superuser. */
  readonly url: string;
  readonly port: number;
  /** Of the process whose children serve connections. */
  pid(): number;
  /** As after a crash: nothing is flushed, recovery reads the write-ahead log. */
  crashAndRestart(): Promise<void>;
  /** As after a crash, and it stays away. */
  crash(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
};

export type OwnPostgresOptions = {
  /** Where its own directory is made. */
  readonly under?: string;
  readonly settings?: Readonly<Record<string, string | number>>;
};

/** A PostgreSQL server of the test's own, on its own port, with durability as in production. */
export async function startOwnPostgres(options: OwnPostgresOptions = {}): Promise<OwnPostgres> {
  const directory = await mkdtemp(path.join(options.under ?? tmpdir(), 'parley-postgres-'));
  const data = path.join(directory, 'data');
  const port = await freePort();
  const as = await commandsIn(directory);
  await as(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
    '-k',
  );
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: directory,
    max_connections: 100,
    ...options.settings,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await writeFile(path.join(data, 'postgresql.auto.conf'), lines.join(''));
  const log = path.join(directory, 'log');
  const start = async (): Promise<void> => {
    await as('pg_ctl', '-D', data, '-w', '-l', log, 'start');
  };
  const stop = async (mode: 'fast' | 'immediate'): Promise<void> => {
    await as('pg_ctl', '-D', data, '-w', '-m', mode, 'stop');
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    pid: () => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    crashAndRestart: async () => {
      await stop('immediate');
      await start();
    },
    crash: () => stop('immediate'),
    stop: () => stop('fast'),
    start,
    remove: async () => {
      await stop('immediate').catch(() => {});
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Runs PostgreSQL's programs as the account that owns the directory. */
export async function commandsIn(
  directory: string,
): Promise<(command: string, ...args: string[]) => Promise<unknown>> {
  const account = await accountFor(directory);
  return (command, ...args) =>
    account === undefined
      ? run(binary(command), args)
      : run('runuser', ['-u', account, '--', binary(command), ...args]);
}

/** PostgreSQL refuses to run as root. */
async function accountFor(directory: string): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const { stdout } = await run('id', ['-u', 'postgres']);
  await chown(directory, Number(stdout), -1);
  return 'postgres';
}

/** A program of the newest PostgreSQL of this machine. */
export function binary(name: string): string {
  const directory = newestPrograms();
  if (directory === undefined) throw new Error("PostgreSQL's programs are not in /usr/lib/postgresql");
  return path.join(directory, name);
}
