import { fileURLToPath } from 'node:url';
import { applySqlFiles } from './sql-files.ts';

const DIRECTORY = fileURLToPath(new URL('../../../migrations', import.meta.url));
const MAX_RETRIES = 60;
const RETRY_MS = 500;

/**
 * Runs the pending migrations, then applies the SQL files that changed; returns the names of both. Several nodes may
 * call this at once: the others wait for the first.
 */
export async function migrate(
  databaseUrl: string,
  log: (line: string) => void = () => {},
): Promise<string[]> {
  // Loaded here, because only few commands migrate.
  const { runner } = await import('node-pg-migrate');
  const migrations = await retryLocked(() =>
    runner({
      databaseUrl,
      dir: DIRECTORY,
      direction: 'up',
      migrationsTable: 'migration',
      checkOrder: true,
      logger: { debug: log, info: log, warn: log, error: log },
    }),
  );
  const files = await retryLocked(() => applySqlFiles(databaseUrl));
  return [...migrations.map(({ name }) => name), ...files];
}

async function retryLocked<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || retries >= MAX_RETRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** Codes of a lock timeout and of a deadlock. */
const LOCK_CODES: readonly unknown[] = ['55P03', '40P01'];

function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    /another migration is already running/i.test(error.message) ||
    ('code' in error && LOCK_CODES.includes(error.code))
  );
}
