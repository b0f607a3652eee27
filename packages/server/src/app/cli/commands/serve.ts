import { Command } from 'commander';
import { readConfig, type Config } from '../../../engine/config.ts';
import { isUnavailable } from '../../../engine/db/errors.ts';
import type { World } from '../../../http/world.ts';
import { reasonOf, CommandError } from '../explain.ts';
import { migrationState } from '../migrations.ts';
import { withWorld } from '../with-world.ts';
import { bringUpToDate, makePartitions } from './migrate.ts';

type Options = { readonly migrate?: boolean };

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the server until it is told to end')
    .option('--migrate', 'bring the database to the newest shape first')
    .action(async (options: Options) => {
      const config = readConfig();
      await withWorld((world) => prepare(world, options));
      await run(config);
    });
}

/** After a reboot PostgreSQL may come up later than we do. */
const RETRY_MS = 1_000;

async function prepare(world: World, options: Options): Promise<void> {
  for (;;) {
    try {
      await checkShape(world, options);
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      world.log.warn(`PostgreSQL cannot be reached (${reasonOf(error)}); trying again`);
      await new Promise<void>((resolve) => {
        world.clock.after(RETRY_MS, resolve);
      });
    }
  }
}

async function checkShape(world: World, { migrate = false }: Options): Promise<void> {
  const { pending, unknown } = await migrationState(world.pool);
  if (unknown.length > 0)
    throw new CommandError(`The database belongs to a newer release (${unknown.join(', ')}). Run that one.`);
  if (pending.length > 0 && !migrate)
    throw new CommandError(
      `The database lacks ${pending.length} migrations or functions. Run: parley migrate (or: parley serve --migrate)`,
    );
  if (pending.length > 0) await bringUpToDate(world);
  // Before the first event, so that none is caught by the default partition after a long pause.
  else await makePartitions(world);
}

/** Whoever stops us may kill us after ten seconds; we give up waiting a little earlier. */
const LAST_MOMENT_MS = 9_000;
/** A terminal and the program that started us may both pass on the same signal. */
const SAME_SIGNAL_MS = 500;

async function run(config: Config): Promise<void> {
  // Loaded here, because the other commands need none of the routes and should answer at once.
  const { startServer } = await import('../../start.ts');
  const server = await startServer(config);
  const { log, clock } = server.world;
  log.info(`serving at ${server.url}`);

  const fail = (error: unknown): void => {
    log.error({ err: error }, 'an error that nobody handled: ending');
    process.exit(1);
  };
  process.on('unhandledRejection', fail);
  process.on('uncaughtException', fail);

  let endingSince: number | undefined;
  const end = (signal: string): void => {
    if (endingSince !== undefined) {
      if (clock.monotonic() - endingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    endingSince = clock.monotonic();
    log.info(`${signal}: ending`);
    clock.after(config.drainSeconds * 1000 + LAST_MOMENT_MS, () => process.exit(1));
    server.stop().then(() => {
      log.info('ended');
      process.exit(0);
    }, fail);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
