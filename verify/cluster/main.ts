import { setTimeout as pause } from 'node:timers/promises';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { follow } from '@parley/client/event-loop.ts';
import { sendOnce } from '@parley/client/send-once.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { figuresOf } from './figures.ts';
import { connectAs, foundOrganization, type Organization } from './organization.ts';
import { table } from './table.ts';

const { values } = readCommandLine({
  name: 'npm run cluster',
  summary:
    'Runs several nodes, NATS, PostgreSQL and HAProxy on this machine and prints a table of their load every second.',
  options: {
    nodes: { type: 'string', value: 'number', default: '3', help: 'server nodes' },
    users: { type: 'string', value: 'number', default: '8', help: 'users, each with a connected client' },
    channels: { type: 'string', value: 'number', default: '3', help: 'channels; every third is private' },
    chatter: { type: 'string', value: 'number', default: '5', help: 'messages per second; 0: none' },
    once: { type: 'boolean', default: false, help: 'print one table and exit' },
  },
  example: 'npm run cluster -- --nodes 2 --once',
});
const ending = new AbortController();

async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
  const cluster = await startCluster({ nodes: Number(values.nodes) });
  try {
    const organization = await foundOrganization(cluster, {
      users: Number(values.users),
      channels: Number(values.channels),
    });
    await connectAs(cluster, organization.admin).call(subscribe, {
      subscriptions: organization.channels.map(({ name }) => ({ name })),
      principals: organization.users.map(({ id }) => id),
      send_new_subscription_messages: false,
    });
    introduce(cluster, organization);
    const busy = [listen(cluster, organization), chatter(cluster, organization)];
    await watch(cluster);
    ending.abort();
    await Promise.all(busy);
  } finally {
    await cluster.stop();
  }
}

function introduce({ url, nodes }: Cluster, { admin, users }: Organization): void {
  console.log(`${url} leads to ${nodes.map(({ port }) => port).join(', ')}`);
  for (const user of [admin, ...users.slice(0, 2)])
    console.log(`  curl -u ${user.email}:${user.apiKey} ${url}/api/v1/users/me`);
  console.log();
}

async function listen(cluster: Cluster, { users }: Organization): Promise<void> {
  const loops = users.map(async (user) => {
    const options = { register: { event_types: ['message'] }, signal: ending.signal };
    for await (const news of follow(connectAs(cluster, user), options)) void news;
  });
  await Promise.all(loops);
}

async function chatter(cluster: Cluster, { users, channels }: Organization): Promise<void> {
  const rate = Number(values.chatter);
  for (let n = 0; rate > 0 && !ending.signal.aborted; n += 1) {
    const [user, channel] = [users[n % users.length], channels[n % channels.length]];
    if (user === undefined || channel === undefined) return;
    const message = { type: 'channel', to: channel.id, topic: 'chatter', content: `number ${n}` } as const;
    sendOnce(connectAs(cluster, user), message, { signal: ending.signal }).catch(() => {});
    await pause(1000 / rate, undefined, { signal: ending.signal }).catch(() => {});
  }
}

async function watch(cluster: Cluster): Promise<void> {
  const look = () => Promise.all(cluster.nodes.map(figuresOf));
  let before = await look();
  while (!ending.signal.aborted) {
    await pause(values.once ? 3000 : 1000, undefined, { signal: ending.signal }).catch(() => {});
    const now = await look();
    const [head] = await cluster.environment.world.pool
      .all(sql<{ head: number }>`select max(head) as head from realm_head`)
      .catch(() => []);
    const text = table(before, now, head?.head);
    console.log(text);
    if (values.once) return;
    if (process.stdout.isTTY) process.stdout.write(`\u001B[${text.split('\n').length}A`);
    before = now;
  }
}

await main();
