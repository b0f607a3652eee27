import type { DestinationStream } from 'pino';
import { pause, type Clock, type Random } from '../engine/clock.ts';
import type { Config } from '../engine/config.ts';
import { nodeName } from '../engine/db/connection-budget.ts';
import { enterCell } from '../engine/db/cell.ts';
import { ConfigError } from '../engine/config-error.ts';
import { isUnavailable } from '../engine/db/errors.ts';
import { sql } from '../engine/db/sql.ts';
import { keptDirectory } from '../engine/files/disk-store.ts';
import {
  ListenError,
  MAIL_GATEWAY_SETTINGS,
  METRICS_SETTINGS,
  type ListenSettings,
} from '../engine/listen-error.ts';
import { prepareFiles } from '../engine/files/prepare.ts';
import { buildWorld } from './build-world.ts';
import type { DisposableWorld } from './world.ts';
import { startMailGateway } from '../chat/mail-gateway/start.ts';
import { createServer } from '../http/server.ts';
import { mcpPath } from './mcp/path.ts';
import { startJobs } from './jobs/jobs.ts';
import { pages, speakers } from './pages.ts';
import { startReaders } from './readers.ts';
import { startMetricsServer } from '../engine/metrics/listener.ts';
import { openSealer } from '../engine/secrets/sealing-keys.ts';
import { MCP_PATH } from '../organization/oauth/resources.ts';
import { SCIM_PATTERN, scimPath } from '../organization/directory/scim/path.ts';
import { announceSetup } from '../organization/setup/announce.ts';
import type { SnapshotCache } from '../delivery/snapshot-cache.ts';
import { noTracing, type Tracing } from '../engine/tracing/tracing.ts';
import { routes, spectatorRoutes } from './routes.ts';
import { serveSpectator } from './spectators/serve.ts';

export type RunningServer = {
  readonly world: DisposableWorld;
  readonly url: string;
  /** The port of the mail gateway, if it is configured. */
  readonly mailPort: number | undefined;
  stop(): Promise<void>;
};

/** Time for requests in progress to finish before their connections are cut. */
const SHUTDOWN_GRACE_MS = 5_000;

/**
 * When another node stops, all of its clients reconnect at once; the default backlog of 511 would refuse most of
 * them, and the load balancer's health checks with them. Linux caps the value at `net.core.somaxconn`.
 */
const LISTEN_BACKLOG = 16_384;

/** Starts world, HTTP, jobs and the mail gateway in this order; `stop` shuts them down in reverse. */
export async function startServer(
  config: Config,
  overrides: {
    clock?: Clock;
    random?: Random;
    shared?: SnapshotCache;
    processorMs?: () => number;
    logStream?: DestinationStream;
  } = {},
): Promise<RunningServer> {
  const sealer = await openSealer(config);
  const world = buildWorld(config, {
    ...overrides,
    sealer,
    tracing: await tracingOf(config),
    applicationName: nodeName(config),
  });
  await enterDatabase(world);
  const server = createServer(world, {
    routes,
    spectatorRoutes,
    serveSpectator,
    pages,
    protocolHandlers: speakers,
    paths: { [MCP_PATH]: mcpPath(world, routes), [SCIM_PATTERN]: scimPath(world) },
  });
  // Read before the first request, so that a missing client is logged at the start.
  const web = world.web();
  const { address: host, port: wantedPort } = config.listen;
  const port = await server.listen({ host, port: wantedPort, backlog: LISTEN_BACKLOG });
  const stopJobs = startJobs(world);
  const readers = startReaders(world);
  const metricsListener =
    config.metrics === undefined
      ? undefined
      : await startMetricsServer(world.metrics, config.metrics).catch(failedToListen(METRICS_SETTINGS));
  const mailGateway = await startMailGateway(world).catch(failedToListen(MAIL_GATEWAY_SETTINGS));
  if (typeof web !== 'string') await announceSetup(world, 'always');
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopJobs();
    world.startDraining();
    await pause(world.clock, config.drainSeconds * 1000);
    world.startClosing();
    const cutTimer = setTimeout(server.closeAllConnections, SHUTDOWN_GRACE_MS);
    await Promise.all([server.close(), readers.stop(), mailGateway?.close()]);
    clearTimeout(cutTimer);
    await metricsListener?.close();
    await world.dispose();
  };
  return {
    world,
    url: `http://${host}:${port}`,
    mailPort: mailGateway?.port,
    stop: () => (stopping ??= stop()),
  };
}

async function enterDatabase(world: DisposableWorld): Promise<void> {
  await enterCell(world.pool, world.config);
  await world.maintenance.follow();
  await prepareDirectories(world);
}

function failedToListen(settings: ListenSettings): (error: unknown) => never {
  return (error) => {
    throw new ListenError(settings, error);
  };
}

async function prepareDirectories({ config, pool, log }: DisposableWorld): Promise<void> {
  const hasStoredFiles = async (): Promise<boolean> =>
    (await pool.first(sql`select from attachment limit 1`)) !== undefined;
  const isThere = await prepareFiles(config.files, hasStoredFiles).catch((error: unknown) => {
    if (isUnavailable(error)) throw error;
    throw new ConfigError(`  PARLEY_FILES: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (isThere) return;
  log.error(
    `${keptDirectory(config.files.directory)} does not exist, although files were stored. Mount or restore it, or create it ` +
      'empty; until then uploads get 503',
  );
}

async function tracingOf({ traces }: Config): Promise<Tracing> {
  if (traces === undefined) return noTracing;
  const { createOtlpTracing } = await import('../engine/tracing/otlp.ts');
  return createOtlpTracing(traces);
}
