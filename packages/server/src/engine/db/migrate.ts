import { fileURLToPath } from 'node:url';

const DIRECTORY = fileURLToPath(new URL('../../../migrations', import.meta.url));
const RETRIES = 60;

/** Brings the database to the newest shape. Several nodes may try at once: the others wait for the first. */
export async function migrate(
  databaseUrl: string,
  log: (line: string) => void = () => {},
): Promise<string[]> {
  // Few commands migrate, and no other needs its library.
  const { runner } = await import('node-pg-migrate');
  for (let attempt = 0; ; attempt += 1) {
    try {
      const done = await runner({
        databaseUrl,
        dir: DIRECTORY,
        direction: 'up',
        migrationsTable: 'migration',
        checkOrder: true,
        logger: { debug: log, info: log, warn: log, error: log },
      });
      return done.map((migration) => migration.name);
    } catch (error) {
      const locked = error instanceof Error && /another migration is already running/i.test(error.message);
      if (!locked || attempt >= RETRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
