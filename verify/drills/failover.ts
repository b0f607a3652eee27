import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase } from '@parley/test-support/database.ts';
import { check, type Steps } from '../packages/steps.ts';
import { compare, startLoad } from './load.ts';
import type { OwnDirectory } from './own-directory.ts';
import { startCluster, type Cluster } from './patroni.ts';
import { installServer, logInAsOwner, makeOwner, openQueue } from './server.ts';

const LOAD_MS = 2_000;
/** For this time the standby receives nothing before the primary dies. */
const LAG_MS = 1_500;

/** The primary dies under load, once with a synchronous standby and once with one that may lag. */
export async function drillFailover(
  steps: Steps,
  directory: OwnDirectory,
  isSynchronous: boolean,
): Promise<void> {
  const { step } = steps;
  const kind = isSynchronous ? 'synchronous' : 'asynchronous';
  let cluster: Cluster | undefined;
  try {
    await step(`${kind}: etcd, two members of Patroni, HAProxy`, async () => {
      cluster = await startCluster(directory, isSynchronous);
      return undefined;
    });
    if (cluster !== undefined) await loseThePrimary(steps, kind, cluster, directory);
  } finally {
    await cluster?.stop();
  }
}

async function loseThePrimary(
  { step }: Steps,
  kind: 'synchronous' | 'asynchronous',
  { members: [first, second], url, list }: Cluster,
  directory: OwnDirectory,
): Promise<void> {
  const database = await createTestDatabase(url);
  const server = await installServer(database.url, path.join(directory.path, 'server'));
  try {
    await makeOwner(server);
    await server.start();
    const owner = await logInAsOwner(server);
    const queue = await openQueue(owner);
    const load = startLoad(owner, kind);
    await load.next();
    await pause(LOAD_MS);
    const [epoch] = (await server.select('select max(number) from epoch')) as [string];
    await step(`${kind}: the standby lags for ${LAG_MS / 1000} s, then the primary is killed`, async () => {
      first.link.set({ kind: 'held' });
      await pause(LAG_MS);
      await first.kill();
      first.link.cut();
      first.link.set({ kind: 'open' });
      return `${load.acknowledged.length} messages were acknowledged`;
    });
    await step(`${kind}: the standby takes over, and messages are sent again`, async () => {
      const died = performance.now();
      const { at } = await load.next();
      await second.until('primary');
      return `the first one ${((at - died) / 1000).toFixed(0)} s after the kill`;
    });
    await pause(LOAD_MS);
    await load.stop();
    await step(`${kind}: acknowledged messages that are lost`, async () => {
      const { lost, doubled } = await compare(server, load.acknowledged);
      check(doubled === 0, `${doubled} messages are twice there`);
      check(kind === 'asynchronous' || lost.length === 0, `${lost.length} messages are lost`);
      return `${lost.length} of ${load.acknowledged.length}`;
    });
    await step(`${kind}: an epoch began, and clients register again`, async () => {
      const [now] = (await server.select('select max(number) from epoch')) as [string];
      check(Number(now) === Number(epoch) + 1, `epoch ${now} after ${epoch}`);
      check((await queue()) === 'BAD_EVENT_QUEUE_ID', 'a queue of the lost history goes on');
      return `no restart of the node; epoch ${now}`;
    });
    await step(`${kind}: the machine returns as a standby`, async () => {
      first.start();
      await first.until(kind === 'synchronous' ? 'sync' : 'replica');
      return `\n${(await list()).trim()}`;
    });
  } finally {
    await server.stop();
  }
}
