import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startOwnNats, type OwnNats } from '@parley/test-support/own-nats.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import {
  startOwnPostgres,
  type OwnPostgres,
  type OwnPostgresOptions,
} from '@parley/test-support/own-postgres.ts';
import { layGround, type Ground } from '@parley/test-support/process/ground.ts';
import { startBalancer } from './balancer.ts';
import type { Child } from './child.ts';
import { startNode, type ClusterNode, type NodeSurroundings } from './node.ts';

/** Nodes with their own PostgreSQL and NATS behind a load balancer, all real processes. */
export type Cluster = {
  /** Address of the balancer. */
  readonly url: string;
  readonly environment: Ground;
  readonly postgres: OwnPostgres;
  readonly nats: OwnNats;
  readonly balancer: Child;
  readonly nodes: readonly ClusterNode[];
  stop(): Promise<void>;
};

export type ClusterOptions = NodeSurroundings & {
  readonly nodes: number;
  readonly postgres?: OwnPostgresOptions;
  /** Runs after the cluster was stopped by a signal, before the process exits. */
  readonly onSignal?: () => Promise<void>;
};

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const started: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of started.splice(0).toReversed()) await end().catch(() => {});
  };
  const { onSignal } = options;
  const end = (): void => {
    void stop()
      .then(onSignal)
      .finally(() => process.exit(1));
  };
  if (onSignal !== undefined) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  try {
    return { ...(await startAll(options, started)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts all processes and appends a function that stops each of them. */
async function startAll(
  options: ClusterOptions,
  started: (() => Promise<unknown>)[],
): Promise<Omit<Cluster, 'stop'>> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-cluster-'));
  started.push(() => rm(directory, { recursive: true, force: true }));
  const postgres = await startOwnPostgres(options.postgres);
  started.push(() => postgres.remove());
  const environment = await layGround(postgres.url);
  started.push(() => environment.clear());
  const nats = await startOwnNats();
  started.push(() => nats.kill());
  const nodes = await Promise.all(
    Array.from({ length: options.nodes }, async (_, n) => {
      const node = await startNode(n, { environment: environment.environment, natsUrl: nats.url }, options);
      started.push(() => node.process.kill());
      return node;
    }),
  );
  const port = await freePort();
  const balancer = await startBalancer(directory, port, nodes, 'parley.test');
  started.push(() => balancer.end('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await untilServed(url, balancer);
  return { url, environment, postgres, nats, balancer, nodes };
}

async function untilServed(url: string, balancer: Child): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isServed = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (isServed) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The balancer does not answer:\n${balancer.output()}`);
}
