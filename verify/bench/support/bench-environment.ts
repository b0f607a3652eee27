import { layGround, type Ground } from '@parley/test-support/process/ground.ts';
import {
  startOwnPostgres,
  type OwnPostgres,
  type OwnPostgresOptions,
} from '@parley/test-support/own-postgres.ts';

export type BenchEnvironment = Ground & { readonly postgres: OwnPostgres };

/**
 * Runs a benchmark on a PostgreSQL of its own with production durability, so that writes of other programs do not count;
 * removes it afterwards, also after an error or a signal.
 */
export async function withBenchEnvironment(
  work: (ground: BenchEnvironment) => Promise<void>,
  settings: OwnPostgresOptions['settings'] = {},
): Promise<void> {
  const postgres = await startOwnPostgres({ settings });
  const stop = (): void => {
    void postgres.remove().finally(() => process.exit(130));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const ground = await layGround(postgres.url);
    try {
      await work({ ...ground, postgres });
    } finally {
      await ground.clear();
    }
  } finally {
    await postgres.remove();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
