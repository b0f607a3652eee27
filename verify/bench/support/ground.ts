import { layGround, type Ground } from '@parley/test-support/process/ground.ts';
import {
  startOwnPostgres,
  type OwnPostgres,
  type OwnPostgresOptions,
} from '@parley/test-support/own-postgres.ts';

export type BenchGround = Ground & { readonly postgres: OwnPostgres };

/**
 * A PostgreSQL for these figures alone: what others write on the same machine must not count as ours, and
 * durability is that of production. It is removed whatever happens.
 */
export async function onGround(
  work: (ground: BenchGround) => Promise<void>,
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
