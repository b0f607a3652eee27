import { setTimeout as pause } from 'node:timers/promises';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { startCluster, type Cluster } from '../../cluster/cluster.ts';
import { connectAs, foundOrganization, type Channel, type ClusterUser } from '../../cluster/organization.ts';
import type { Check } from '../history.ts';
import { hangUp, pollLightly, registerLightly, type LightQueue } from './light-client.ts';

/** A cluster with a channel of all users, and queues that receive its messages. */
export type PollingCluster = {
  readonly cluster: Cluster;
  readonly users: readonly ClusterUser[];
  readonly channel: Channel;
  readonly queues: readonly LightQueue[];
  /** Starts to poll all queues. */
  readonly poll: () => void;
};

/** Below the server's limit of 200 queues per user. */
const QUEUES_EACH = 100;
const REGISTER_AT_ONCE = 16;

/** A proof on a cluster, and how many queues it needs. */
export type Proof = {
  readonly queues: number;
  /** Runs before the queues are registered. */
  readonly prepare?: (cluster: Cluster) => Promise<void>;
  readonly prove: (assembly: PollingCluster) => Promise<Check[]>;
};

/** Runs proofs one after another on one cluster, each with queues of its own. */
export async function runProofs(proofs: readonly Proof[]): Promise<Check[]> {
  const cluster = await startCluster({ nodes: 3, onSignal: async () => {} });
  const count = proofs.reduce((sum, { queues }) => sum + queues, 0);
  try {
    const { admin, users, channels } = await foundOrganization(cluster, {
      users: Math.max(4, Math.ceil(count / QUEUES_EACH)),
      channels: 1,
    });
    const [channel] = channels;
    if (channel === undefined) throw new Error('There is no channel.');
    await connectAs(cluster, admin).call(subscribe, {
      subscriptions: [{ name: channel.name }],
      principals: users.map(({ id }) => id),
      send_new_subscription_messages: false,
    });
    const checks: Check[] = [];
    for (const proof of proofs) checks.push(...(await runProof(proof, { cluster, users, channel })));
    return checks;
  } finally {
    hangUp();
    await cluster.stop();
  }
}

async function runProof(
  { queues: count, prepare, prove }: Proof,
  { cluster, users, channel }: Pick<PollingCluster, 'cluster' | 'users' | 'channel'>,
): Promise<Check[]> {
  const over = new AbortController();
  const polling: Promise<void>[] = [];
  await prepare?.(cluster);
  const queues = await registerAll(cluster.url, users, count);
  const poll = (): void => {
    for (const queue of queues) polling.push(pollLightly(cluster.url, queue, over.signal));
  };
  try {
    return await prove({ cluster, users, channel, queues, poll });
  } finally {
    over.abort();
    hangUp();
    await Promise.all(polling);
  }
}

async function registerAll(url: string, users: readonly ClusterUser[], count: number): Promise<LightQueue[]> {
  const queues: LightQueue[] = [];
  let taken = 0;
  const work = async (): Promise<void> => {
    while (taken < count) {
      const user = users[taken % users.length];
      taken += 1;
      if (user !== undefined) queues.push(await registerLightly(url, user));
    }
  };
  await Promise.all(Array.from({ length: REGISTER_AT_ONCE }, work));
  return queues;
}

export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  limitMs: number,
): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    if (await condition()) return true;
    await pause(20);
  }
  return condition();
}

/** Queues that did not receive exactly these messages in this order. */
export function wrongDeliveries(queues: readonly LightQueue[], ids: readonly number[]): string[] {
  const due = ids.toSorted((a, b) => a - b).join();
  return queues
    .map(({ received: heard }, n) => ({ n, got: heard.map(({ id }) => id).join() }))
    .filter(({ got }) => got !== due)
    .map(({ n, got }) => `queue ${n} heard ${got.slice(0, 200)} instead of ${due.slice(0, 200)}`);
}

/** Nodes whose process has exited. */
export function deadNodes({ nodes }: Cluster): string[] {
  return nodes
    .map(({ process: node }, n) => ({ n, code: node.exitCode(), output: node.output() }))
    .filter(({ code }) => code !== undefined)
    .map(({ n, code, output }) => `node ${n + 1} ended with code ${code}:\n${output.slice(-1_000)}`);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Checks that a value does not exceed a limit. */
export function atMost(what: string, value: number, limit: number, unit = 'ms'): Check {
  return {
    name: `${what}: ${value.toFixed(0)} ${unit} (at most ${limit})`,
    violations: value <= limit ? [] : ['that is too much'],
  };
}
