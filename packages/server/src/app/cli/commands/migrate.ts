import { Command } from 'commander';
import { migrate } from '../../../engine/db/migrate.ts';
import { isUnavailable } from '../../../engine/db/errors.ts';
import { maintainPartitions } from '../../../engine/log/partitions.ts';
import type { World } from '../../../http/world.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

export function migrateCommand(): Command {
  return new Command('migrate').description('apply pending migrations').action(() =>
    withWorld(async (world) => {
      const applied = await applyMigrations(world);
      for (const name of applied) print(`applied: ${name}`);
      print(applied.length === 0 ? 'No pending migrations.' : 'The database is up to date.');
    }),
  );
}

/** Creates log partitions too, so that the first events do not go to the default partition. */
export async function applyMigrations(world: World): Promise<string[]> {
  const applied = await migrate(world.config.database.url);
  await createPartitions(world);
  return applied;
}

const MAX_ATTEMPTS = 5;
const RETRY_DELAY_MS = 1_000;

/** Retries, because creating a partition needs a lock that times out while a busy server writes to the log. */
export async function createPartitions(world: World, attempts = MAX_ATTEMPTS): Promise<void> {
  try {
    await maintainPartitions(world.pool, world.config.logDays);
  } catch (error) {
    if (!isUnavailable(error) || attempts <= 1) throw error;
    await new Promise<void>((resolve) => {
      world.clock.after(RETRY_DELAY_MS, resolve);
    });
    await createPartitions(world, attempts - 1);
  }
}
