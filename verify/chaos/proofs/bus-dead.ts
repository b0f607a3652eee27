import { setTimeout as pause } from 'node:timers/promises';
import type { Check } from '../history.ts';
import {
  atMost,
  deadNodes,
  wrongDeliveries,
  percentile,
  waitFor,
  type PollingCluster,
  type Proof,
} from './polling-cluster.ts';
import { sendLightly } from './light-client.ts';

const QUEUES = 60;
const LATE_MS = 2_000;
const EVERY_MS = 100;

/** Without NATS, nodes poll the log every second: every message arrives, slightly later. */
export function busDead(seconds: number): Proof {
  const prove = async (assembly: PollingCluster): Promise<Check[]> => {
    const { cluster, queues, poll } = assembly;
    poll();
    const before = await speakFor(assembly, 3, 'with the bus');
    await cluster.nats.kill();
    const without = await speakFor(assembly, seconds, 'without the bus');
    await cluster.nats.start();
    await pause(3_000);
    const after = await speakFor(assembly, 3, 'with the bus again');
    const ids = [...before.ids, ...without.ids, ...after.ids];
    return [
      atMost('delivery without a bus, 99 %', percentile(without.delays, 0.99), LATE_MS),
      atMost('delivery when the bus is back, 99 %', percentile(after.delays, 0.99), LATE_MS),
      {
        name: 'every message was accepted',
        violations: [...before.refused, ...without.refused, ...after.refused],
      },
      {
        name: `each of ${ids.length} messages came once to each queue`,
        violations: wrongDeliveries(queues, ids),
      },
      { name: 'no poll failed', violations: queues.flatMap(({ failures }) => failures) },
      { name: 'no node ended', violations: deadNodes(cluster) },
    ];
  };
  return { queues: QUEUES, prove };
}

type Speech = { readonly ids: number[]; readonly delays: number[]; readonly refused: string[] };

async function speakFor(
  { cluster, users, channel, queues }: PollingCluster,
  seconds: number,
  name: string,
): Promise<Speech> {
  const begun = new Map<number, number>();
  const refused: string[] = [];
  const end = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < end; n += 1) {
    const speaker = users[n % users.length];
    if (speaker === undefined) break;
    const at = performance.now();
    const { id, status, body } = await sendLightly(cluster.url, speaker, channel.id, `${name} ${n}`);
    if (id === undefined) refused.push(`${status} ${body}`);
    else begun.set(id, at);
    await pause(EVERY_MS);
  }
  const last = Math.max(...begun.keys());
  await waitFor(() => queues.every(({ received: heard }) => (heard.at(-1)?.id ?? 0) >= last), 20_000);
  const delays = queues.flatMap(({ received: heard }) =>
    heard.filter(({ id }) => begun.has(id)).map(({ id, at }) => at - (begun.get(id) ?? 0)),
  );
  const [half, most, worst] = [0.5, 0.99, 1].map((share) => percentile(delays, share).toFixed(0));
  console.log(
    `${name}: ${begun.size} messages, ${delays.length} deliveries, ${half} ms (half), ${most} ms (99 %), ${worst} ms (all)`,
  );
  return { ids: [...begun.keys()], delays, refused };
}
