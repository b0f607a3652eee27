import { setTimeout as pause } from 'node:timers/promises';
import type { Seeded } from '@parley/test-support/seeded.ts';
import { backendsOf, onServer } from './postgres-faults.ts';
import type { FaultyCluster } from './faulty-cluster.ts';

/** Everything that faults can act on. */
export type FaultTargets = {
  readonly stage: FaultyCluster;
  readonly random: Seeded;
  /** Share of clients that pause between polls. */
  readonly setSlow: (share: number) => void;
  /** Announces that a node is about to be killed. */
  readonly expectEnd: (node: number, isExpected: boolean) => void;
  readonly complain: (text: string) => void;
};

/** A kind of fault: injects it and returns when it is healed. No other fault acts on the same target meanwhile. */
export type Fault = {
  readonly name: string;
  readonly on: 'node' | 'clock' | 'postgres' | 'nats' | 'clients';
  readonly isPossible?: (stage: FaultyCluster) => boolean;
  readonly inject: (ground: FaultTargets, node: number) => Promise<void>;
};

function between(random: Seeded, least: number, most: number): number {
  return Math.round(least + random.next() * (most - least));
}

/** Breaks a link for a while. */
function disturb(
  kind: 'postgres' | 'nats',
  mode: 'held' | 'mute',
  least: number,
  most: number,
): Fault['inject'] {
  return async ({ stage, random }, node) => {
    const link = stage.links[kind][node];
    link?.set({ kind: mode });
    await pause(between(random, least, most));
    // Half of the partitions drop data in flight; the others deliver it late.
    if (random.chance(0.5)) link?.cut();
    link?.set({ kind: 'open' });
  };
}

const nodeFaults: readonly Fault[] = [
  {
    name: 'node killed with -9',
    on: 'node',
    inject: async (ground, node) => {
      const { process: victim } = nodeOf(ground, node);
      ground.expectEnd(node, true);
      await victim.kill();
      await pause(between(ground.random, 200, 2_000));
      await startAgain(ground, node);
    },
  },
  {
    name: 'node stands still',
    on: 'node',
    inject: async (ground, node) => {
      const { pid } = nodeOf(ground, node).process;
      process.kill(pid, 'SIGSTOP');
      await pause(between(ground.random, 500, 4_000));
      process.kill(pid, 'SIGCONT');
    },
  },
  {
    name: 'node restarted with SIGTERM',
    on: 'node',
    inject: async (ground, node) => {
      ground.expectEnd(node, true);
      const { code, milliseconds } = await nodeOf(ground, node).process.terminate();
      if (code !== 0) ground.complain(`node ${node + 1} ended with code ${code} when it was asked to end`);
      if (milliseconds > 12_000) ground.complain(`node ${node + 1} took ${milliseconds} ms to end`);
      await startAgain(ground, node);
    },
  },
  {
    name: 'node off the network',
    on: 'node',
    isPossible: ({ plug }) => plug !== undefined,
    inject: async ({ stage, random }, node) => {
      stage.plug?.(node, false);
      await pause(between(random, 1_000, 8_000));
      stage.plug?.(node, true);
    },
  },
  { name: 'node and PostgreSQL cut off', on: 'node', inject: disturb('postgres', 'held', 1_000, 6_000) },
  {
    name: 'answers of PostgreSQL held back',
    on: 'node',
    inject: disturb('postgres', 'mute', 1_000, 5_000),
  },
  { name: 'node and NATS cut off', on: 'node', inject: disturb('nats', 'held', 2_000, 8_000) },
  {
    name: 'node far from PostgreSQL',
    on: 'node',
    inject: async ({ stage, random }, node) => {
      const link = stage.links.postgres[node];
      link?.set({ kind: 'slow', milliseconds: between(random, 20, 150) });
      await pause(between(random, 2_000, 6_000));
      link?.set({ kind: 'open' });
    },
  },
  {
    name: 'connections to PostgreSQL reset',
    on: 'node',
    inject: async ({ stage }, node) => {
      stage.links.postgres[node]?.cut();
      await pause(300);
    },
  },
  {
    name: 'wall clock jumps',
    on: 'clock',
    isPossible: ({ setClock }) => setClock !== undefined,
    inject: async ({ stage, random }) => {
      stage.setClock?.(random.pick([-86_400, -3_600, -60, 60, 3_600, 86_400]));
      await pause(between(random, 2_000, 6_000));
      stage.setClock?.(0);
    },
  },
];

function nodeOf({ stage }: FaultTargets, node: number) {
  const found = stage.nodes[node];
  if (found === undefined) throw new Error(`There is no node ${node}.`);
  return found;
}

async function startAgain(ground: FaultTargets, node: number): Promise<void> {
  await nodeOf(ground, node).start();
  ground.expectEnd(node, false);
}

const postgresFaults: readonly Fault[] = [
  {
    name: 'PostgreSQL crashes and recovers',
    on: 'postgres',
    inject: ({ stage }) => stage.postgres.crashAndRestart(),
  },
  {
    name: 'PostgreSQL away',
    on: 'postgres',
    inject: async ({ stage, random }) => {
      await stage.postgres.stop();
      await pause(between(random, 500, 5_000));
      await stage.postgres.start();
    },
  },
  {
    name: 'PostgreSQL: a backend killed with -9',
    on: 'postgres',
    inject: async ({ stage, random }) => {
      const pids = await backendsOf(stage);
      if (pids.length > 0) process.kill(random.pick(pids), 'SIGKILL');
      await pause(1_000);
    },
  },
  {
    name: 'PostgreSQL: connections terminated',
    on: 'postgres',
    inject: async ({ stage }) => {
      await onServer(
        stage,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid() and random() < 0.7`,
      );
      await pause(300);
    },
  },
  {
    name: 'PostgreSQL: backends stand still',
    on: 'postgres',
    inject: async ({ stage, random }) => {
      const stopped = (await backendsOf(stage)).filter(() => random.chance(0.8));
      const signal = (name: NodeJS.Signals): void => {
        for (const pid of stopped)
          try {
            process.kill(pid, name);
          } catch {
            // The backend has exited in the meantime.
          }
      };
      signal('SIGSTOP');
      await pause(between(random, 500, 2_500));
      signal('SIGCONT');
    },
  },
  {
    name: 'PostgreSQL refuses connections',
    on: 'postgres',
    inject: async ({ stage, random }) => {
      const pid = stage.postgres.pid();
      process.kill(pid, 'SIGSTOP');
      for (const link of stage.links.postgres) link.cut();
      await pause(between(random, 1_000, 3_000));
      process.kill(pid, 'SIGCONT');
    },
  },
  {
    name: 'disk of PostgreSQL full',
    on: 'postgres',
    isPossible: ({ fillDisk }) => fillDisk !== undefined,
    inject: async ({ stage, random }) => {
      const free = stage.fillDisk?.();
      await pause(between(random, 2_000, 5_000));
      free?.();
      // PostgreSQL may have stopped without space for its write-ahead log.
      await onServer(stage, 'select 1').catch(() => stage.postgres.start().catch(() => {}));
    },
  },
];

const otherFaults: readonly Fault[] = [
  {
    name: 'NATS killed with -9',
    on: 'nats',
    inject: async ({ stage, random }) => {
      await stage.nats.kill();
      await pause(between(random, 200, 5_000));
      await stage.nats.start();
    },
  },
  {
    name: 'NATS stands still',
    on: 'nats',
    inject: async ({ stage, random }) => {
      stage.nats.pause();
      await pause(between(random, 1_000, 6_000));
      stage.nats.resume();
    },
  },
  {
    name: 'clients stop asking',
    on: 'clients',
    inject: async ({ setSlow, random }) => {
      setSlow(0.3);
      await pause(between(random, 2_000, 8_000));
      setSlow(0);
    },
  },
];

export const faults: readonly Fault[] = [...nodeFaults, ...postgresFaults, ...otherFaults];
