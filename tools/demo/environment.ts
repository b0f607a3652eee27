import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sampleLogins } from './users.ts';

export type Secrets = {
  readonly secret: string;
  readonly databasePassword: string;
  readonly password: string;
};

/** Created on the first start and stored beside the data. */
export async function readSecrets(directory: string): Promise<Secrets> {
  const file = path.join(directory, 'secrets.json');
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Secrets;
  } catch {
    const random = (bytes: number): string => randomBytes(bytes).toString('hex');
    const made = { secret: random(32), databasePassword: random(16), password: `dome-${random(6)}` };
    await writeFile(file, JSON.stringify(made), { mode: 0o600 });
    return made;
  }
}

/** The configuration of the demo. It is also written to a file, so that the `parley` command can be tried on it. */
export async function writeEnvironment(
  directory: string,
  { port, databaseUrl, secret }: { port: number; databaseUrl: string; secret: string },
): Promise<Record<string, string>> {
  const environment = {
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_SECRET: secret,
    PARLEY_PORT: String(port),
    PARLEY_EXTERNAL_HOST: `localhost:${port}`,
    PARLEY_URL_SCHEME: 'http',
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_FILES: path.join(directory, 'files'),
    PARLEY_WEB_PUBLIC: 'true',
    PARLEY_SAMPLE_LOGIN: sampleLogins.map(({ email }) => email).join(','),
  };
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(path.join(directory, 'env'), lines.join(''), { mode: 0o600 });
  return environment;
}
