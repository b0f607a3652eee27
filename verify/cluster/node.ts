import { freePort } from '@parley/test-support/free-port.ts';
import {
  startServerProcess,
  type ServerPlace,
  type ServerProcess,
} from '@parley/test-support/process/server-process.ts';

export type ClusterNode = {
  readonly address: string;
  readonly port: number;
  readonly metricsPort: number;
  process: ServerProcess;
  /** Restarts the node on the same port after it has exited. */
  start(): Promise<void>;
};

/** Network of a node: its address, the address of the host, and the command that starts a program there. */
export type Network = ServerPlace & { readonly gateway: string };

const LOOPBACK: Network = { address: '127.0.0.1', gateway: '127.0.0.1', enter: [] };

export type NodeSurroundings = {
  readonly network?: (node: number) => Network | undefined;
  /** Port at which a node reaches PostgreSQL or NATS, for proxies in between. */
  readonly between?: (kind: 'postgres' | 'nats', node: number, port: number) => Promise<number>;
  readonly environment?: (node: number) => Readonly<Record<string, string>>;
};

type Base = { readonly environment: Readonly<Record<string, string>>; readonly natsUrl: string };

/** Slightly longer than the balancer's health-check interval of one second. */
const DRAIN_SECONDS = 1.5;

export async function startNode(
  n: number,
  base: Base,
  { between, environment, network }: NodeSurroundings,
): Promise<ClusterNode> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const database = new URL(base.environment['PARLEY_DATABASE_URL'] ?? '');
  const nats = new URL(base.natsUrl);
  const place = network?.(n) ?? LOOPBACK;
  if (between !== undefined) {
    database.hostname = place.gateway;
    nats.hostname = place.gateway;
    database.port = String(await between('postgres', n, Number(database.port)));
    nats.port = String(await between('nats', n, Number(nats.port)));
  }
  const settings = {
    ...base.environment,
    PARLEY_DATABASE_URL: database.href,
    PARLEY_NATS_URL: nats.href,
    PARLEY_METRICS_PORT: String(metricsPort),
    PARLEY_DRAIN_SECONDS: String(DRAIN_SECONDS),
    PARLEY_TRUSTED_PROXIES: place.gateway,
    ...environment?.(n),
  };
  const node: ClusterNode = {
    address: place.address,
    port,
    metricsPort,
    process: await startServerProcess(settings, port, place),
    start: async () => {
      node.process = await startServerProcess(settings, port, place);
    },
  };
  return node;
}
