import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { binary } from './own-postgres.ts';
import { DATABASE_OWNER, runOnServer } from './database.ts';

const run = promisify(execFile);

/** A dump of one database. */
export type OwnDump = {
  /** Replaces the database by the dump, as docs/operating/backup.md describes. Connections to it are closed. */
  restore(...options: readonly string[]): Promise<void>;
  readonly remove: () => Promise<void>;
};

/** `server` names the server and its superuser, if it is not the one that tests share. */
export async function dumpDatabase(databaseUrl: string, server?: string): Promise<OwnDump> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-dump-'));
  const file = path.join(directory, 'dump');
  const name = new URL(databaseUrl).pathname.slice(1);
  await run(binary('pg_dump'), ['--format=custom', `--file=${file}`, databaseUrl]);
  return {
    restore: async (...options) => {
      await runOnServer(`drop database if exists "${name}" with (force)`, server);
      await runOnServer(`create database "${name}" owner ${DATABASE_OWNER} template template0`, server);
      await run(binary('pg_restore'), ['--no-owner', ...options, `--dbname=${databaseUrl}`, file]);
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
