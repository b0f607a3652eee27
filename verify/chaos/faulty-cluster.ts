import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fakeClockIn } from '@parley/test-support/fake-clock.ts';
import { mountDisk } from '@parley/test-support/small-disk.ts';
import { startCluster, type Cluster } from '../cluster/cluster.ts';
import { createLinks, type Link } from './links.ts';
import { createNetworks, type Networks } from './networks.ts';

/** A cluster with controls for faults in network, disk and clock. */
export type FaultyCluster = Cluster & {
  readonly links: { readonly postgres: readonly Link[]; readonly nats: readonly Link[] };
  /** Disconnects a node from the network or reconnects it; undefined where not possible. */
  readonly plug: Networks['plug'] | undefined;
  /** Shifts the wall clock of the last node by seconds; undefined where not possible. */
  readonly setClock: ((seconds: number) => void) | undefined;
  /** Fills PostgreSQL's disk and returns a function that frees it; undefined where not possible. */
  readonly fillDisk: (() => () => void) | undefined;
  /** Adds work to do after the cluster was stopped. */
  readonly onStop: (clean: () => Promise<void>) => void;
};

/** Megabytes for this many messages and PostgreSQL's own files. */
function diskFor(messages: number): number {
  return 500 + Math.ceil(messages / 100);
}

export async function startFaultyCluster(nodes: number, messages: number): Promise<FaultyCluster> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-chaos-'));
  const networks = createNetworks(nodes);
  const links = createLinks(networks?.gateway ?? '127.0.0.1');
  const opened = { postgres: [] as Link[], nats: [] as Link[] };
  const disk = mountDisk(directory, diskFor(messages));
  const clock = fakeClockIn(directory);
  const later: (() => Promise<void>)[] = [];
  const clean = async (): Promise<void> => {
    for (const one of later.splice(0)) await one();
    await links.close();
    networks?.remove();
    disk?.unmount();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const cluster = await startCluster({
      nodes,
      network: (node) => networks?.of(node),
      onSignal: clean,
      between: async (kind, node, port) => {
        const link = await links.open(port);
        opened[kind][node] = link;
        return link.port;
      },
      environment: (node) => (node === nodes - 1 ? (clock?.environment ?? {}) : {}),
      // Limits the write-ahead log, because the disk is small.
      postgres: { ...(disk === undefined ? {} : { under: disk.path }), settings: { max_wal_size: '256MB' } },
    });
    return {
      ...cluster,
      links: opened,
      plug: networks?.plug,
      setClock: clock?.set,
      fillDisk: disk?.fill,
      onStop: (one) => {
        later.push(one);
      },
      stop: async () => {
        await cluster.stop();
        await clean();
      },
    };
  } catch (error) {
    await clean();
    throw error;
  }
}
