import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterUser } from '../../cluster/organization.ts';
import type { Check } from '../history.ts';
import {
  atMost,
  deadNodes,
  wrongDeliveries,
  waitFor,
  type PollingCluster,
  type Proof,
} from './polling-cluster.ts';
import { request, sendLightly } from './light-client.ts';

const QUEUES = 100;
const ANSWER_MS = 3_000;
const BACK_MS = 5_000;

/** Without PostgreSQL, requests fail fast with a temporary error; waiting polls keep waiting. */
export function databaseDead(seconds: number): Proof {
  const prove = async ({ cluster, users, channel, queues, poll }: PollingCluster): Promise<Check[]> => {
    const [speaker] = users;
    if (speaker === undefined) throw new Error('The cluster has no user.');
    poll();
    const { id: first } = await sendLightly(cluster.url, speaker, channel.id, 'before');
    await waitFor(() => queues.every(({ received: heard }) => heard.length === 1), 20_000);
    await pause(1_000);
    const answersBefore = queues.map(({ answers }) => answers);

    await cluster.postgres.crash();
    const urls = [...cluster.nodes.map(({ process: { url } }) => url), cluster.url];
    const probes = await Promise.all(urls.map((url) => probeFor(url, speaker, seconds)));
    const woken = queues.filter(
      (queue, n) => queue.answers !== answersBefore[n] || queue.failures.length > 0,
    );
    await cluster.postgres.start();
    const back = performance.now();
    let id: number | undefined;
    while (id === undefined) {
      ({ id } = await sendLightly(cluster.url, speaker, channel.id, 'after'));
      if (id === undefined) await pause(50);
    }
    const served = performance.now() - back;
    await waitFor(() => queues.every(({ received: heard }) => heard.length >= 2), 30_000);
    const heard = Math.max(...queues.map((queue) => (queue.received[1]?.at ?? Infinity) - back));
    const all = probes.flat();
    console.log(`${all.length} requests while PostgreSQL was away, ${queues.length} polls waiting`);
    return [
      {
        name: 'every request was refused with 503',
        violations: all.filter(({ status }) => status !== 503).map(({ status }) => `status ${status}`),
      },
      atMost('the slowest refusal took', Math.max(...all.map(({ took }) => took)), ANSWER_MS),
      atMost('the first message was accepted after', served, BACK_MS),
      atMost('all polls had heard it after', heard, BACK_MS),
      {
        name: `all ${queues.length} polls waited on`,
        violations: woken.map(({ failures }) => `one was answered: ${failures.join(' ')}`),
      },
      {
        name: 'nothing was missed, nothing came twice',
        violations: wrongDeliveries(queues, [first ?? 0, id]),
      },
      { name: 'no node ended', violations: deadNodes(cluster) },
    ];
  };
  return { queues: QUEUES, prove };
}

type Probe = { readonly status: number; readonly took: number };

async function probeFor(url: string, user: ClusterUser, seconds: number): Promise<Probe[]> {
  const probes: Probe[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const at = performance.now();
    const { status } = await request(url, user, 'GET', '/users/me', {});
    probes.push({ status, took: performance.now() - at });
    await pause(200);
  }
  return probes;
}
