import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from '@parley/client/connection.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { getStreamId } from '@parley/contract/endpoints/streams.ts';
import { getUsers } from '@parley/contract/endpoints/users.ts';
import { readMigrations } from '@parley/server/engine/migrations/migration-files.ts';
import type { Release } from '@parley/server/engine/migrations/releases.ts';
import { requireUnchanged } from '@parley/server/engine/migrations/state.ts';
import type { ClusterUser } from '../cluster/organization.ts';
import { wrongDeliveries } from '../chaos/proofs/polling-cluster.ts';
import type { Check } from '../chaos/history.ts';
import { buildCheckout, checkOutCommit, checkOutWorkTree, type Checkout } from './checkout.ts';
import { startLoad, type Crowd, type Load, type Phase } from './load.ts';
import { rehearse, type Planted } from './rehearsal.ts';
import { openStage, type Slot, type Stage } from './stage.ts';

export type UpgradeOptions = {
  /** The commit of the older release. */
  readonly commit: string;
  /** The release of that commit, unless another commit stands in for one. */
  readonly release: Release | undefined;
  readonly nodes: number;
  readonly quietMs: number;
  /** Restarts a node of the older release on the migrated database before the upgrade. */
  readonly restarts: boolean;
  readonly planted: Planted | undefined;
  readonly say: (line: string) => void;
};

export type UpgradeReport = { readonly phases: readonly Phase[]; readonly checks: readonly Check[] };

/** Upgrades node by node under load, and returns to the older release on the migrated database. */
export async function checkUpgrade(options: UpgradeOptions): Promise<UpgradeReport> {
  const stage = await openStage(options.nodes);
  const end = (): void => void stage.stop().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  try {
    const olderFiles = await checkOutCommit(options.commit, path.join(stage.directory, 'older'));
    if (options.release !== undefined) {
      const migrations = path.join(olderFiles.directory, 'packages/server/migrations');
      requireUnchanged(await readMigrations(migrations), options.release);
    }
    const newerFiles = await checkOutWorkTree(path.join(stage.directory, 'newer'));
    const { from, to } = await rehearse(olderFiles, newerFiles, options.planted);
    const older = await buildCheckout(olderFiles);
    const newer = await buildCheckout(newerFiles);
    options.say(
      `${from} (${options.commit.slice(0, 12)}) → ${to} (work tree) → ${from}, ${options.nodes} nodes`,
    );
    await stage.parley(older, 'migrate');
    const crowd = await settle(stage, older);
    const load = await startLoad(stage.url, crowd, `${from} alone`);
    try {
      return await play(stage, load, { older, newer, from, to }, options);
    } finally {
      await load.stop();
    }
  } finally {
    await stage.stop();
  }
}

type Versions = {
  readonly older: Checkout;
  readonly newer: Checkout;
  readonly from: string;
  readonly to: string;
};

async function play(
  stage: Stage,
  load: Load,
  { older, newer, from, to }: Versions,
  { quietMs, restarts, say }: UpgradeOptions,
): Promise<UpgradeReport> {
  const problems: string[] = [];
  const step = async (phase: string, work: () => Promise<unknown>): Promise<void> => {
    if (problems.length > 0) return;
    load.begin(phase);
    await work().catch((error: unknown) => {
      problems.push(`${phase}: ${error instanceof Error ? error.message : String(error)}`);
    });
  };
  await pause(quietMs);
  await step(`migrate to ${to}`, async () => {
    say((await stage.parley(newer, 'migrate')).trimEnd());
  });
  const [first] = stage.slots;
  if (restarts && first !== undefined)
    await step(`node 1 restarts as ${from}`, () => replace(stage, first, older));
  for (const [n, slot] of stage.slots.entries())
    await step(`node ${n + 1} → ${to}`, () => replace(stage, slot, newer));
  await step(`${to} alone`, () => pause(quietMs));
  for (const [n, slot] of stage.slots.entries())
    await step(`node ${n + 1} → ${from}`, () => replace(stage, slot, older));
  await step(`${from} again`, () => pause(quietMs));
  await load.finish();
  return {
    phases: load.phases,
    checks: [
      { name: 'every step succeeded', violations: problems },
      { name: 'no request failed', violations: load.phases.flatMap(({ failures }) => failures) },
      {
        name: 'nothing was lost, delivered twice or reordered',
        violations: wrongDeliveries(load.queues, load.sent),
      },
    ],
  };
}

/** Time in which the balancer finds the new node, at a health check per second. */
const BALANCER_MS = 1_500;

async function replace(stage: Stage, slot: Slot, version: Checkout): Promise<void> {
  const ended = await slot.process?.terminate();
  if (ended?.code !== 0) throw new Error(`The node ended with code ${ended?.code}.`);
  await stage.start(slot, version);
  await pause(BALANCER_MS);
}

const SENDERS = 4;

/** Starts the older release and creates a channel whose members send and receive. */
async function settle(stage: Stage, older: Checkout): Promise<Crowd> {
  await stage.parley(older, 'realm', 'create', 'root', '--name', 'Harbour');
  const options = ['--realm', 'root', '--role', 'owner', '--email', 'ada@harbour.example', '--name', 'Ada'];
  const created = await stage.parley(older, 'user', 'create', ...options);
  const apiKey = /API key: (\S+)/.exec(created)?.[1] ?? '';
  await Promise.all(stage.slots.map((slot) => stage.start(slot, older)));
  await stage.balance();
  const [first] = stage.slots;
  const owner = createConnection({
    url: `http://127.0.0.1:${first?.port}`,
    credentials: { email: 'ada@harbour.example', apiKey },
  });
  const keys = new Map<number, string>();
  for (let n = 0; n <= SENDERS; n += 1) {
    const bot = await owner.call(createBot, { full_name: `Bot ${n}`, short_name: `bot${n}` });
    keys.set(bot.user_id, bot.api_key);
  }
  await owner.call(subscribe, {
    subscriptions: [{ name: 'harbour' }],
    principals: [...keys.keys()],
    send_new_subscription_messages: false,
  });
  const { members } = await owner.call(getUsers, {});
  const bots: ClusterUser[] = members.flatMap(({ user_id: id, email }) => {
    const key = keys.get(id);
    return key === undefined ? [] : [{ id, email, apiKey: key }];
  });
  const [newcomer, ...senders] = bots;
  if (newcomer === undefined) throw new Error('There are no bots.');
  const { stream_id: channelId } = await owner.call(getStreamId, { stream: 'harbour' });
  return { senders, newcomer, channelId };
}
