import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { loadEnvFile } from 'node:process';
import { startLocalPostgres, type LocalPostgres } from './local-postgres.ts';

/**
 * Prepares a trial in a directory: PostgreSQL, and a file with settings that other commands can use too. Variables of the
 * environment take precedence over the file.
 */
export async function startLocal(place: string): Promise<LocalPostgres> {
  const directory = path.resolve(place);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const postgres = await startLocalPostgres(directory);
  const settings = path.join(directory, 'parley.env');
  if (!existsSync(settings)) await writeFile(settings, settingsOf(directory, postgres.url), { mode: 0o600 });
  loadEnvFile(settings);
  return postgres;
}

function settingsOf(directory: string, url: string): string {
  const settings = {
    PARLEY_DATABASE_URL: url,
    PARLEY_SECRET: randomBytes(32).toString('hex'),
    PARLEY_EXTERNAL_HOST: 'localhost:9800',
    PARLEY_URL_SCHEME: 'http',
    PARLEY_FILES: path.join(directory, 'files'),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
