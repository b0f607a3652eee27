import { Command, Option } from 'commander';
import { pause } from '../../../engine/clock.ts';
import { collectAtRest } from '../../../engine/collect-at-rest.ts';
import { readConfig, unknownSettings, type Config } from '../../../engine/config.ts';
import { isUnavailable } from '../../../engine/db/errors.ts';
import { ensurePartitionOfToday } from '../../../engine/log/partitions.ts';
import { migrationState } from '../../../engine/migrations/state.ts';
import { startWatchdog } from '../../../engine/watchdog/watchdog.ts';
import type { World } from '../../../http/world.ts';
import { CommandError } from '../explain.ts';
import { startLocal } from '../local/start-local.ts';
import { createServiceManager, type ServiceManager } from '../service-manager.ts';
import { withUnmigratedWorld } from '../with-world.ts';
import { applyMigrations } from './migrate.ts';

type Options = { readonly migrate?: boolean; readonly local?: string };

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the server until SIGTERM or SIGINT')
    .option('--migrate', 'apply pending migrations first')
    .addOption(
      new Option('--local [directory]', 'a trial without settings, with a PostgreSQL of its own').preset(
        'parley-data',
      ),
    )
    .action(async (options: Options) => {
      const local = options.local === undefined ? undefined : await startLocal(options.local);
      try {
        const config = readConfig();
        const migrate = options.migrate === true || local !== undefined;
        await withUnmigratedWorld((world) => prepare(world, migrate, managerOf(world)));
        await run(config, () => local?.stop());
      } catch (error) {
        await local?.stop();
        throw error;
      }
    });
}

function managerOf({ config, log }: World): ServiceManager {
  return createServiceManager(config.notifySocket, (error) => {
    log.warn({ err: error }, 'systemd cannot be notified');
  });
}

/** After a reboot PostgreSQL may start later than this server. */
const RETRY_MS = 1_000;

async function prepare(world: World, migrate: boolean, manager: ServiceManager): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await ensureSchema(world, migrate);
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      world.warn(error, 'start');
      if (tries === 1) await manager.status('Waiting for PostgreSQL');
      await pause(world.clock, RETRY_MS);
    }
  }
}

async function ensureSchema(world: World, migrate: boolean): Promise<void> {
  const { pending, newer } = await migrationState(world.pool);
  if (newer.length > 0)
    world.log.info(
      `the database was migrated by a newer release (${newer.join(', ')}), which allows this one`,
    );
  if (pending.length > 0 && !migrate)
    throw new CommandError(
      `The database has ${pending.length} pending migrations or functions. Run: parley migrate (or: parley serve --migrate)`,
    );
  if (pending.length > 0) await applyMigrations(world, (line) => world.log.info(line));
  if (!(await ensurePartitionOfToday(world.pool)))
    world.log.warn(
      "today's log partition waits for a lock on log_entry, such as that of a dump; entries go to log_entry_default",
    );
}

/** Shorter than the ten seconds after which container runtimes send SIGKILL. */
const SHUTDOWN_TIMEOUT_MS = 9_000;
/** A terminal and npm may both forward the same signal; a later one forces the exit. */
const DUPLICATE_SIGNAL_MS = 500;

async function run(config: Config, afterwards: () => Promise<void> | undefined): Promise<void> {
  // Loaded here to keep the other commands fast: they need none of the routes.
  const { startServer } = await import('../../start.ts');
  const server = await startServer(config);
  const { log, clock, metrics } = server.world;
  const manager = managerOf(server.world);
  for (const { name, meant } of unknownSettings())
    log.warn(
      `${name} is no setting and has no effect${meant === undefined ? '' : `; did you mean ${meant}?`}`,
    );
  if (config.watchdog) startWatchdog(clock, log, metrics);
  collectAtRest(clock, (error) => {
    log.warn({ err: error }, 'memory could not be returned');
  });

  const fail = (error: unknown): void => {
    log.error({ err: error }, 'unhandled error, exiting');
    process.exit(1);
  };
  process.on('unhandledRejection', fail);
  process.on('uncaughtException', fail);

  let stoppingSince: number | undefined;
  const stop = (signal: string): void => {
    if (stoppingSince !== undefined) {
      if (clock.monotonic() - stoppingSince > DUPLICATE_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = clock.monotonic();
    log.info(`received ${signal}, shutting down`);
    void manager.stopping();
    clock.after(config.drainSeconds * 1000 + SHUTDOWN_TIMEOUT_MS, () => process.exit(1));
    const end = async (): Promise<void> => {
      await server.stop();
      await afterwards();
      log.info('server stopped');
      process.exit(0);
    };
    end().catch(fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  log.info(`listening on ${server.url}`);
  await manager.ready();
}
