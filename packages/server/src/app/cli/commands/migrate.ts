import { Command } from 'commander';
import { migrate } from '../../../engine/db/migrate.ts';
import { isUnavailable } from '../../../engine/db/errors.ts';
import { keepPartitions } from '../../../engine/log/partitions.ts';
import type { World } from '../../../http/world.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';

export function migrateCommand(): Command {
  return new Command('migrate').description('bring the database to the newest shape').action(() =>
    withWorld(async (world) => {
      const done = await bringUpToDate(world);
      for (const name of done) say(`done: ${name}`);
      say(done.length === 0 ? 'The database is up to date already.' : 'The database is up to date.');
    }),
  );
}

/** The log's partitions come along at once, so that the first events already find theirs. */
export async function bringUpToDate(world: World): Promise<string[]> {
  const done = await migrate(world.config.database.url);
  await makePartitions(world);
  return done;
}

const ATTEMPTS = 5;
const PAUSE_MS = 1_000;

/** A partition waits for those who write to the log, but not for long: on a busy server it takes several attempts. */
export async function makePartitions(world: World, attempts = ATTEMPTS): Promise<void> {
  try {
    await keepPartitions(world.pool, world.config.logDays);
  } catch (error) {
    if (!isUnavailable(error) || attempts <= 1) throw error;
    await new Promise<void>((resolve) => {
      world.clock.after(PAUSE_MS, resolve);
    });
    await makePartitions(world, attempts - 1);
  }
}
