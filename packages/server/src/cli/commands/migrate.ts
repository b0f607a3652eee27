import { Command } from 'commander';
import { migrate } from '../../db/migrate.ts';
import { keepPartitions } from '../../log/partitions.ts';
import type { World } from '../../world.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';

export const migrateCommand = (): Command =>
  new Command('migrate').description('bring the database to the newest shape').action(() =>
    withWorld(async (world) => {
      const done = await bringUpToDate(world);
      for (const name of done) say(`done: ${name}`);
      say(done.length === 0 ? 'The database is up to date already.' : 'The database is up to date.');
    }),
  );

/** The log's partitions come along at once, so that the first events already find theirs. */
export const bringUpToDate = async (world: World): Promise<string[]> => {
  const done = await migrate(world.config.database.url);
  await keepPartitions(world.pool, world.config.logDays, new Date(world.clock.now()));
  return done;
};
