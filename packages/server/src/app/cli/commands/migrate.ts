import { Command } from 'commander';
import { migrate } from '../../../engine/migrations/migrate.ts';
import { maintainPartitions } from '../../../engine/log/partitions.ts';
import type { World } from '../../../http/world.ts';
import { print } from '../print.ts';
import { withUnmigratedWorld } from '../with-world.ts';

export function migrateCommand(): Command {
  return new Command('migrate').description('apply pending migrations').action(() =>
    withUnmigratedWorld(async (world) => {
      const applied = await applyMigrations(world, print);
      print(applied.length === 0 ? 'No pending migrations.' : 'The database is up to date.');
    }),
  );
}

/** Creates log partitions too, so that the first events do not go to the default partition. */
export async function applyMigrations(world: World, log: (line: string) => void): Promise<string[]> {
  const applied = await migrate(world.config.database.url, log);
  const { locked } = await maintainPartitions(world.pool, world.config.logDays);
  if (locked.length > 0)
    log(`${locked.length} log partitions wait for a lock; the running server creates or drops them later.`);
  return applied;
}
