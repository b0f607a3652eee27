import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DATABASE_OWNER, runOnServer, urlOfDatabase } from '@parley/test-support/database.ts';
import type { Sample } from './sample.ts';

/** A copy of the sample that a scene or journey may change. */
export type SampleCopy = {
  readonly databaseUrl: string;
  readonly files: string;
  /** Keeps the present state of the database; the result puts it back, as a restored backup does. */
  readonly backUp: () => Promise<() => Promise<void>>;
  readonly drop: () => Promise<void>;
};

export async function copySample({ database, files }: Sample): Promise<SampleCopy> {
  const name = `parley_web_${randomBytes(6).toString('hex')}`;
  await runOnServer(`create database ${name} owner ${DATABASE_OWNER} template ${database}`);
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-web-'));
  cpSync(files, directory, { recursive: true });
  return {
    databaseUrl: urlOfDatabase(name),
    files: directory,
    backUp: () => backUp(name),
    drop: async () => {
      await runOnServer(`drop database if exists ${name} with (force)`);
      await runOnServer(`drop database if exists ${backupOf(name)}`);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function backupOf(name: string): string {
  return `${name}_backup`;
}

async function backUp(name: string): Promise<() => Promise<void>> {
  await withoutConnections(name, () =>
    runOnServer(`create database ${backupOf(name)} owner ${DATABASE_OWNER} template ${name}`),
  );
  return () =>
    withoutConnections(name, async () => {
      await runOnServer(`drop database ${name}`);
      await runOnServer(`alter database ${backupOf(name)} rename to ${name}`);
    });
}

/** A database can only be copied or replaced while nobody is connected to it. */
async function withoutConnections(name: string, work: () => Promise<unknown>): Promise<void> {
  await runOnServer(`alter database ${name} allow_connections false`);
  await runOnServer(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
  await work();
  await runOnServer(`alter database ${name} allow_connections true`);
}
