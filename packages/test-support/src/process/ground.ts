import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildWorld } from '@parley/server/app/build-world.ts';
import type { DisposableWorld } from '@parley/server/app/world.ts';
import { readConfig } from '@parley/server/engine/config.ts';
import { createTestDatabase, TEST_DATABASE_SETTINGS } from '../database.ts';

/** A database of a tool's own, a world on it to prepare things with, and the environment for server processes. */
export type Ground = {
  readonly environment: Readonly<Record<string, string>>;
  /** The database as a superuser. */
  readonly superuserUrl: string;
  readonly world: DisposableWorld;
  readonly clear: () => Promise<void>;
};

/** On the PostgreSQL of this machine, or on another one. */
export async function layGround(server?: string): Promise<Ground> {
  const database = await createTestDatabase(server);
  const files = await mkdtemp(path.join(tmpdir(), 'parley-files-'));
  const environment = {
    PARLEY_DATABASE_URL: database.url,
    ...(server === undefined ? TEST_DATABASE_SETTINGS : {}),
    PARLEY_SECRET: 'a secret for proofs and figures, long enough',
    PARLEY_EXTERNAL_HOST: 'parley.test',
    PARLEY_URL_SCHEME: 'http',
    PARLEY_RATE_LIMITS: 'false',
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_FILES: files,
    // Nobody is there: letters are written and wait.
    PARLEY_SMTP_URL: 'smtp://127.0.0.1:1',
  };
  const world = buildWorld(readConfig(environment));
  return {
    environment,
    superuserUrl: database.superuserUrl,
    world,
    clear: async () => {
      await world.dispose();
      await rm(files, { recursive: true, force: true });
      await database.drop();
    },
  };
}
