import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock, type Clock } from '@parley/server/engine/clock.ts';
import { readConfig } from '@parley/server/engine/config.ts';
import { startServer } from '@parley/server/app/start.ts';
import { createTestDatabase, TEST_DATABASE_SETTINGS, runOnServer } from '@parley/test-support/database.ts';
import { fillOrganization } from '../../../tools/demo/organization.ts';
import { sampleLogins } from '../../../tools/demo/users.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const CACHE = path.join(ROOT, 'node_modules/.cache/web-sample');

/** The moment of all scenes and journeys: a Tuesday at 9:42, ahead of every real clock that runs them. */
export const NOW = Date.parse('2037-03-17T08:42:00Z');
export const PASSWORD = 'the password of every sample user';

/** A clock that stands still at that moment. */
export const frozenClock: Clock = { ...systemClock, now: () => NOW };

/** A database with the sample organization, to be copied. */
export type Sample = { readonly database: string; readonly files: string };

/** Settings of a server on a copy of the sample. */
export function environmentOf(databaseUrl: string, files: string, port: number): Record<string, string> {
  return {
    PARLEY_DATABASE_URL: databaseUrl,
    ...TEST_DATABASE_SETTINGS,
    PARLEY_SECRET: 'a secret for scenes and journeys, long enough',
    PARLEY_PORT: String(port),
    PARLEY_EXTERNAL_HOST: `localhost:${port}`,
    PARLEY_URL_SCHEME: 'http',
    PARLEY_RATE_LIMITS: 'false',
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_FILES: files,
    PARLEY_WEB_PUBLIC: 'true',
    PARLEY_OUTBOUND_NETWORKS: '127.0.0.1',
    PARLEY_PREVIEW_PORTS: '0',
    PARLEY_SAMPLE_LOGIN: sampleLogins.map(({ email }) => email).join(','),
  };
}

/** Fills the sample once for each version of the demo and the schema; later runs copy it. */
export async function prepareSample(): Promise<Sample> {
  const name = `parley_sample_${versionOf()}`;
  const note = path.join(CACHE, 'sample.json');
  const before = existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as Sample) : undefined;
  if (before?.database === name && (await exists(name))) return before;
  if (before !== undefined) {
    await runOnServer(`drop database if exists ${before.database} with (force)`);
    rmSync(CACHE, { recursive: true, force: true });
  }
  const sample = { database: name, files: path.join(CACHE, 'files') };
  mkdirSync(sample.files, { recursive: true });
  const database = await createTestDatabase();
  const server = await startServer(readConfig(environmentOf(database.url, sample.files, 0)), {
    clock: frozenClock,
  });
  try {
    await fillOrganization(server, { now: NOW, password: PASSWORD });
  } finally {
    await server.stop();
  }
  await runOnServer(`drop database if exists ${name} with (force)`);
  await runOnServer(`alter database ${database.name} rename to ${name}`);
  writeFileSync(note, JSON.stringify(sample));
  return sample;
}

async function exists(name: string): Promise<boolean> {
  const rows = await runOnServer(`select 1 from pg_database where datname = '${name}'`);
  return rows.length > 0;
}

function versionOf(): string {
  const hash = createHash('sha256').update(ROOT);
  const files = globSync(
    [
      'tools/demo/**/*.ts',
      'packages/server/{migrations,sql}/**/*.sql',
      'packages/test-support/src/database.ts',
      'verify/web/support/sample.ts',
    ],
    { cwd: ROOT },
  );
  for (const file of files.toSorted()) hash.update(readFileSync(path.join(ROOT, file)));
  return hash.digest('hex').slice(0, 12);
}
