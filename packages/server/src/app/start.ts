import type { Clock, Random } from '../engine/clock.ts';
import type { Config } from '../engine/config.ts';
import { buildWorld, type LivingWorld } from './build-world.ts';
import { createServer } from '../http/server.ts';
import { startJobs } from './jobs/jobs.ts';
import { pages, speakers } from './pages.ts';
import { startMetrics } from '../engine/metrics/listener.ts';
import type { Shared } from '../delivery/shared.ts';
import { noTracing, type Tracing } from '../engine/tracing/tracing.ts';
import { routes, spectatorRoutes } from './routes.ts';
import { serveSpectator } from './spectators/serve.ts';

export type RunningServer = { readonly world: LivingWorld; readonly url: string; stop(): Promise<void> };

/** How long requests under way may take to finish before their connections are cut. */
const GRACE_MS = 5_000;

/**
 * Connections that the system takes before we do: when another node ends, all of its clients come at once, and with
 * the usual 511 the rest of them, and the checks of balancers, would look at a node that seems dead. Linux caps it at
 * `net.core.somaxconn`.
 */
const BACKLOG = 16_384;

/** world → http → jobs, and back again. */
export async function startServer(
  config: Config,
  held: { clock?: Clock; random?: Random; shared?: Shared; hasNoShortcuts?: boolean } = {},
): Promise<RunningServer> {
  const world = buildWorld(config, { ...held, tracing: await tracingOf(config) });
  const { hasNoShortcuts } = held;
  const { app, cut } = await createServer(world, {
    routes,
    spectatorRoutes,
    serveSpectator,
    pages,
    speakers,
    hasNoShortcuts,
  });
  await app.listen({ host: config.listen.address, port: config.listen.port, backlog: BACKLOG });
  const stopJobs = startJobs(world);
  const figures =
    config.metrics === undefined ? undefined : await startMetrics(world.metrics, config.metrics);
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.listen.port;
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopJobs();
    world.startDraining();
    await new Promise<void>((resolve) => {
      world.clock.after(config.drainSeconds * 1000, resolve);
    });
    world.startClosing();
    const grace = setTimeout(cut, GRACE_MS);
    await app.close();
    clearTimeout(grace);
    await figures?.close();
    await world.dispose();
  };
  return { world, url: `http://${config.listen.address}:${port}`, stop: () => (stopping ??= stop()) };
}

async function tracingOf({ traces }: Config): Promise<Tracing> {
  if (traces === undefined) return noTracing;
  const { createOtlpTracing } = await import('../engine/tracing/otlp.ts');
  return createOtlpTracing(traces);
}
