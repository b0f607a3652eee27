import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterNode } from '../../cluster/node.ts';
import type { ClusterUser } from '../../cluster/organization.ts';
import type { Check } from '../history.ts';
import { wrongDeliveries, waitFor, type PollingCluster, type Proof } from './polling-cluster.ts';
import { request, sendLightly } from './light-client.ts';

const QUEUES = 48;
const SENDERS = 4;

/** Restarts every node under load: no request fails, without client retries. */
export const rolling: Proof = {
  queues: QUEUES,
  prove: async (assembly) => {
    const ends: string[] = [];
    const { spoken, checks } = await endEveryNode(assembly, async (node, n) => {
      const { code, milliseconds } = await node.process.terminate();
      if (code !== 0) ends.push(`node ${n + 1} ended with code ${code}`);
      console.log(`node ${n + 1} ended after ${milliseconds.toFixed(0)} ms`);
    });
    return [
      { name: 'no send failed', violations: failuresAmong(spoken) },
      ...checks,
      { name: 'every node ended as asked', violations: ends },
    ];
  },
};

/** Kills every node under load: no poll fails, and a send that fails is stored once when it is repeated. */
export const crashes: Proof = {
  queues: QUEUES,
  prove: async (assembly) => {
    const { spoken, checks } = await endEveryNode(assembly, ({ process: node }) => node.kill());
    const failures = failuresAmong(spoken);
    console.log(`${failures.length} sends failed and were repeated: ${failures.join('; ')}`);
    return checks;
  },
};

type Outcome = { readonly status: number; readonly body: string; readonly id?: number | undefined };

type Ended = { readonly spoken: readonly Outcome[]; readonly checks: Check[] };

/** Ends and starts every node in turn, while users send, read and poll. */
async function endEveryNode(
  assembly: PollingCluster,
  end: (node: ClusterNode, n: number) => Promise<void>,
): Promise<Ended> {
  const { cluster, queues, users, poll } = assembly;
  poll();
  const over = new AbortController();
  const speaking = users.slice(0, SENDERS).map((user) => speak(assembly, user, over.signal));
  const reading = users.slice(0, 2).map((user) => read(assembly, user, over.signal));
  await pause(2_000);
  for (const [n, node] of cluster.nodes.entries()) {
    await end(node, n);
    await node.start();
    // The balancer must notice the node before the next one restarts.
    await pause(2_000);
  }
  over.abort();
  const spoken = (await Promise.all(speaking)).flat();
  const looks = (await Promise.all(reading)).flat();
  const ids = spoken.flatMap(({ id }) => (id === undefined ? [] : [id]));
  await waitFor(() => queues.every(({ received: heard }) => heard.length >= ids.length), 30_000);
  const polls = queues.reduce((sum, { answers }) => sum + answers, 0);
  console.log(`${spoken.length} sends, ${looks.length} other requests, ${polls} polls`);
  const checks = [
    { name: 'no other request failed', violations: failuresAmong(looks) },
    { name: 'no poll failed', violations: queues.flatMap(({ failures }) => failures) },
    { name: 'nothing was missed, nothing came twice', violations: wrongDeliveries(queues, ids) },
  ];
  return { spoken, checks };
}

function failuresAmong(outcomes: readonly Outcome[]): string[] {
  return outcomes
    .filter(({ status }) => status !== 200)
    .map(({ status, body }) => `${status} ${body.slice(0, 200)}`);
}

async function speak(
  { cluster, channel }: PollingCluster,
  user: ClusterUser,
  over: AbortSignal,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let n = 0; !over.aborted;) {
    const outcome = await sendLightly(cluster.url, user, channel.id, `${user.id} says ${n}`);
    outcomes.push(outcome);
    // The message is the key of its send, so a failed one can be repeated.
    if (outcome.id !== undefined) n += 1;
    await pause(40);
  }
  return outcomes;
}

async function read({ cluster }: PollingCluster, user: ClusterUser, over: AbortSignal): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  while (!over.aborted) {
    outcomes.push(await request(cluster.url, user, 'GET', '/users/me', {}));
    await pause(40);
  }
  return outcomes;
}
