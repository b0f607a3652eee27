import { setTimeout as pause } from 'node:timers/promises';
import { sendOnce } from '@parley/client/send-once.ts';
import { connectAs, foundOrganization, type ClusterUser } from '../cluster/organization.ts';
import { seeded, type Seeded } from '@parley/test-support/seeded.ts';
import { checkHistory } from './check.ts';
import type { FaultTargets } from './faults.ts';
import { emptyHistory, type Check, type History, type Listener } from './history.ts';
import { readLedger } from './stored-data.ts';
import { injectFaults } from './inject-faults.ts';
import { disableEpochCheck, injectLosses, type LossKind } from './losses.ts';
import {
  BACKOFF,
  listen,
  changeMembership,
  changeMemberships,
  sendUntilDone,
  THE_END,
  type ChaosClients,
} from './clients.ts';
import { spoil, type Planted } from './planted-mistakes.ts';
import { startFaultyCluster, type FaultyCluster } from './faulty-cluster.ts';
import { createTally, type Tally } from './request-counts.ts';
import { watchEnds } from './watch-exits.ts';

export type RunOptions = {
  readonly seed: number;
  readonly nodes: number;
  readonly sends: number;
  readonly faults: number;
  readonly queues: number;
  readonly users: number;
  /** Messages per second without faults. */
  readonly rate: number;
  /** Seconds after which nothing more is sent and no fault is injected. */
  readonly limitSeconds: number;
  readonly planted: Planted | undefined;
  /** Lets PostgreSQL lose its newest commits, instead of faults. */
  readonly loss?: LossKind | undefined;
  readonly say: (line: string) => void;
};

export type RunReport = {
  readonly checks: readonly Check[];
  readonly injected: ReadonlyMap<string, number>;
  readonly figures: Readonly<Record<string, number | string>>;
};

/** Users send, listen, join and leave while faults are injected; then all faults heal and the history is checked. */
export async function run(options: RunOptions): Promise<RunReport> {
  const stage = await startFaultyCluster(options.nodes, options.sends);
  try {
    return await play(stage, options);
  } finally {
    await stage.stop();
  }
}

async function play(stage: FaultyCluster, options: RunOptions): Promise<RunReport> {
  const { seed, say, queues } = options;
  const random = seeded(seed + 1_000_000);
  const history = emptyHistory();
  const complain = (text: string): void => void history.complaints.push(text);
  const organization = await foundOrganization(stage, {
    users: options.users,
    channels: Math.max(4, Math.round(options.users / 3)),
  });
  const enough = new AbortController();
  const over = new AbortController();
  let slowShare = 0;
  const busy = queues > 50;
  // Many clients share one machine, so batches are larger than by default.
  const tally = createTally(complain, () => (busy ? pause(random.below(600)) : pause(0)), options.planted);
  const crowd: ChaosClients = {
    organization,
    history,
    random,
    connect: (user) => ({
      ...connectAs(stage, user, { fetch: tally.fetch }),
      openStream: tally.streamsOf(connectAs(stage, user)),
    }),
    attemptsOf: tally.attemptsOf,
    enough: enough.signal,
    over: over.signal,
    isSlow: (listener) => (listener * 0.618) % 1 < slowShare,
    members: new Map(),
  };
  await settle(crowd, random);
  if (options.planted === 'no epoch check') await disableEpochCheck(stage);
  say(`${stage.nodes.length} nodes, ${options.users} users, ${organization.channels.length} channels`);

  const listening = Array.from({ length: queues }, (_, n) => {
    const user = organization.users[n % organization.users.length];
    return user === undefined ? Promise.resolve() : listen(crowd, user, n);
  });
  await until(() => history.listeners.every(({ registrations }) => registrations.length > 0), 60_000);
  say(`${queues} queues`);

  const started = performance.now();
  const limited = setTimeout(() => enough.abort(), options.limitSeconds * 1000);
  const ends = watchEnds(stage, complain);
  let taken = 0;
  const next = (): number | undefined => (taken < options.sends ? (taken += 1) : undefined);
  const talkers = talkersOf(organization.users, options);
  const rest = (1000 * talkers.length) / options.rate;
  const talking = talkers.map((user) => sendUntilDone(crowd, user, next, rest));
  const shuffling = [0, 1, 2].map((n) =>
    changeMemberships(
      crowd,
      organization.users.filter((_, place) => place % 3 === n),
      600,
    ),
  );
  const ground: FaultTargets = {
    stage,
    random: seeded(seed),
    setSlow: (share) => {
      slowShare = share;
    },
    expectEnd: ends.expect,
    complain,
  };
  const progress = (): number => (enough.signal.aborted ? Infinity : taken / options.sends);
  const report = (line: string): void => {
    say(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${taken} sends  ${line}`);
  };
  const { loss } = options;
  if (loss !== undefined)
    await injectLosses(stage, history, {
      kind: loss,
      count: options.faults,
      isAtomic: options.planted === 'no epoch check',
      progress,
      onLoss: report,
    });
  const injected =
    loss === undefined
      ? await injectFaults(ground, { count: options.faults, progress, onFault: report })
      : new Map([[loss, history.losses.length]]);
  const healed = performance.now();
  await Promise.all(talking);
  const seconds = (performance.now() - started) / 1000;
  enough.abort();
  clearTimeout(limited);
  await Promise.all(shuffling);
  const caughtUp = await hearTheEnd(stage, crowd, Math.max(healed, performance.now()));
  // Duplicates would arrive now.
  await pause(1_500);
  ends.stop();
  over.abort();
  await Promise.all(listening);
  const ledger = await readLedger(
    stage.environment.environment['PARLEY_DATABASE_URL'] ?? '',
    organization.realmId,
  );
  spoil(history, options.planted);
  const checks = [
    ...checkHistory(history, ledger),
    {
      name: `V-1 all queues had caught up within ${CATCH_UP_MS / 1000} s`,
      violations: caughtUp === undefined ? ['some had not'] : [],
    },
  ];
  return { checks, injected, figures: figuresOf(history, tally, ledger.head, seconds, caughtUp) };
}

function talkersOf(users: readonly ClusterUser[], { rate }: RunOptions): readonly ClusterUser[] {
  return rate > 150 ? [...users, ...users] : users;
}

/** Subscribes every user to some channels. */
async function settle(crowd: ChaosClients, random: Seeded): Promise<void> {
  const { organization } = crowd;
  const connection = crowd.connect(organization.admin);
  for (const user of organization.users) {
    const first = random.below(organization.channels.length);
    for (const channel of [first, first + 1].map(
      (n) => organization.channels[n % organization.channels.length],
    ))
      if (channel !== undefined) await changeMembership(crowd, connection, user, channel, true);
  }
}

const CATCH_UP_MS = 30_000;

/** Sends a last message to every user; returns the time until every queue has received it. */
async function hearTheEnd(
  stage: FaultyCluster,
  crowd: ChaosClients,
  since: number,
): Promise<number | undefined> {
  const connection = connectAs(stage, crowd.organization.admin);
  const say = async ({ id }: ClusterUser): Promise<[userId: number, messageId: number]> => {
    const message = { type: 'direct' as const, to: [id], content: THE_END };
    return [id, (await sendOnce(connection, message, { backoff: BACKOFF })).id];
  };
  const last = new Map(await Promise.all(crowd.organization.users.map(say)));
  // After a lost tail a client may register behind its last message, which is then part of the snapshot.
  const isThere = ({ userId, registrations, hasHeardTheEnd }: Listener): boolean =>
    hasHeardTheEnd || (registrations.at(-1) ?? 0) >= (last.get(userId) ?? Infinity);
  const done = await until(() => crowd.history.listeners.every(isThere), CATCH_UP_MS);
  return done ? performance.now() - since : undefined;
}

async function until(condition: () => boolean, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!condition() && performance.now() < end) await pause(20);
  return condition();
}

function figuresOf(
  { sends, moves, listeners }: History,
  { answers, repeated, streams }: Tally,
  head: number,
  seconds: number,
  caughtUp: number | undefined,
): RunReport['figures'] {
  return {
    sends: sends.length,
    acknowledged: sends.filter(({ ids }) => ids.length > 0).length,
    refused: sends.filter(({ isRefused }) => isRefused).length,
    'in doubt at the end': sends.filter(({ ids, isRefused }) => ids.length === 0 && !isRefused).length,
    'sends tried again': repeated(),
    'joins and leaves': moves.length,
    queues: listeners.length,
    'streams opened': streams(),
    deliveries: listeners.reduce((sum, { messageIds }) => sum + messageIds.length, 0),
    'entries of the log': head,
    'answers 200': answers.get(200) ?? 0,
    'answers 502, 503, 504': [502, 503, 504].map((status) => answers.get(status) ?? 0).join(', '),
    'requests without an answer': answers.get(0) ?? 0,
    seconds: seconds.toFixed(0),
    'caught up after (ms)': caughtUp?.toFixed(0) ?? 'never',
  };
}
