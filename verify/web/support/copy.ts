import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runOnServer, urlOfDatabase } from '@parley/test-support/database.ts';
import type { Sample } from './sample.ts';

/** A copy of the sample that a scene or journey may change. */
export type SampleCopy = {
  readonly databaseUrl: string;
  readonly files: string;
  readonly drop: () => Promise<void>;
};

export async function copySample({ database, files }: Sample): Promise<SampleCopy> {
  const name = `parley_web_${randomBytes(6).toString('hex')}`;
  await runOnServer(`create database ${name} template ${database}`);
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-web-'));
  cpSync(files, directory, { recursive: true });
  return {
    databaseUrl: urlOfDatabase(name),
    files: directory,
    drop: async () => {
      await runOnServer(`drop database if exists ${name} with (force)`);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
