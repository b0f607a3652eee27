import { setTimeout as pause } from 'node:timers/promises';
import { secondsOf, secondsOfFamily } from '../../bench/support/processor-time.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { figuresOf } from '../../cluster/figures.ts';
import { atMost, wrongDeliveries, percentile, waitFor, type Proof } from './polling-cluster.ts';
import { sendLightly } from './light-client.ts';

const SERVED_MS = 10_000;
const WORDS = 6;

/** Kills the node on which all polls wait: the other nodes serve the queues from the same positions. */
export function resumed(queueCount: number): Proof {
  return {
    queues: queueCount,
    prepare: stopOthers,
    prove: async ({ cluster, users, channel, queues, poll }) => {
      poll();
      const [victim, ...others] = cluster.nodes;
      const [speaker] = users;
      if (victim === undefined || speaker === undefined) throw new Error('The cluster has no user.');
      const areWaiting = async (): Promise<boolean> =>
        (await figuresOf(victim)).sum('parley_queues', 'waiting') === queueCount;
      if (!(await waitFor(areWaiting, 120_000))) throw new Error('Not all polls came to wait on one node.');
      await Promise.all(others.map((node) => node.start()));
      // The balancer's health checks must have noticed.
      await pause(1_500);
      console.log(`${queueCount} polls wait on one node`);

      const before = await processorTime(cluster);
      const killed = performance.now();
      await victim.process.kill();
      const ids: number[] = [];
      for (let n = 1; n <= WORDS; n += 1) {
        for (;;) {
          const { id } = await sendLightly(cluster.url, speaker, channel.id, `word ${n}`);
          if (id !== undefined) {
            ids.push(id);
            break;
          }
          await pause(100);
        }
        await pause(500);
      }
      await waitFor(() => queues.every(({ received: heard }) => heard.length >= WORDS), 60_000);
      const used = (await processorTime(cluster)).map(([part, seconds], n) => {
        const spent = seconds - (before[n]?.[1] ?? 0);
        return `${part} ${spent.toFixed(1)}`;
      });
      console.log(`processor seconds until all had heard everything: ${used.join(', ')}`);
      await pause(1_000);
      const firsts = queues.map(({ received: heard }) => (heard[0]?.at ?? Infinity) - killed);
      const failures = queues.flatMap((queue) => queue.failures);
      console.log(
        `served again after ${percentile(firsts, 0.5).toFixed(0)} ms (half), ${percentile(firsts, 0.99).toFixed(0)} ms (99 %); ${failures.length} polls had to be repeated by clients`,
      );
      for (const [what, all] of Map.groupBy(failures, (failure) => failure.slice(0, 60)))
        console.log(`${all.length} times ${what.trim()}`);
      return [
        atMost('the last poll was served by another node after', Math.max(...firsts), SERVED_MS),
        {
          name: 'no BAD_EVENT_QUEUE_ID, and nothing else that a client could not repeat',
          violations: failures.filter((failure) => failure.startsWith('4') && !failure.startsWith('408')),
        },
        { name: 'nothing was missed, nothing came twice', violations: wrongDeliveries(queues, ids) },
      ];
    },
  };
}

/** All processes share the machine, so the report shows the processor time of each. */
async function processorTime(cluster: Cluster): Promise<[part: string, seconds: number][]> {
  const [, ...others] = cluster.nodes;
  const own = process.cpuUsage();
  const nodes = await Promise.all(others.map(({ process: node }) => secondsOf(node.pid)));
  return [
    ['nodes', nodes.reduce((sum, seconds) => sum + seconds, 0)],
    ['PostgreSQL', await secondsOfFamily(cluster.postgres.pid())],
    ['balancer', await secondsOf(cluster.balancer.pid)],
    // Excludes exited processes such as the killed node.
    ['clients', (own.user + own.system) / 1e6],
  ];
}

/** Stops all nodes but the first, so that every poll goes to it. */
async function stopOthers({ nodes }: Cluster): Promise<void> {
  await Promise.all(nodes.slice(1).map((node) => node.process.terminate()));
}
