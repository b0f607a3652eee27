import { setTimeout as pause } from 'node:timers/promises';
import { sendOnce } from '@parley/client/send-once.ts';
import { connectAs, foundOrganization, type Somebody } from '../cluster/organization.ts';
import { seeded, type Seeded } from '@parley/test-support/seeded.ts';
import { checkHistory } from './check.ts';
import type { Ground } from './faults.ts';
import { emptyHistory, type Check, type History } from './history.ts';
import { readLedger } from './ledger.ts';
import { unleash } from './nemesis.ts';
import { BACKOFF, listen, move, shuffle, talk, THE_END, type Crowd } from './users.ts';
import { spoil, type Planted } from './planted.ts';
import { setStage, type Stage } from './stage.ts';
import { createTally, type Tally } from './tally.ts';
import { watchEnds } from './watch-ends.ts';

export type RunOptions = {
  readonly seed: number;
  readonly nodes: number;
  readonly sends: number;
  readonly faults: number;
  readonly queues: number;
  readonly users: number;
  /** Sends a second, if all goes well. */
  readonly rate: number;
  /** After so many seconds no more is sent and nothing more is disturbed. */
  readonly limitSeconds: number;
  readonly planted: Planted | undefined;
  readonly say: (line: string) => void;
};

export type RunReport = {
  readonly checks: readonly Check[];
  readonly injected: ReadonlyMap<string, number>;
  readonly figures: Readonly<Record<string, number | string>>;
};

/** Users talk, listen, come and go while things break; then everything heals, and it is checked. */
export async function run(options: RunOptions): Promise<RunReport> {
  const stage = await setStage(options.nodes, options.sends);
  try {
    return await play(stage, options);
  } finally {
    await stage.stop();
  }
}

async function play(stage: Stage, options: RunOptions): Promise<RunReport> {
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
  // Many clients on one machine ask a little less often, so that more travels together.
  const tally = createTally(complain, () => (busy ? pause(random.below(600)) : pause(0)), options.planted);
  const crowd: Crowd = {
    organization,
    history,
    random,
    connect: (somebody) => connectAs(stage, somebody, { fetch: tally.fetch }),
    attemptsOf: tally.attemptsOf,
    enough: enough.signal,
    over: over.signal,
    isSlow: (listener) => (listener * 0.618) % 1 < slowShare,
    members: new Map(),
  };
  await settle(crowd, random);
  say(`${stage.nodes.length} nodes, ${options.users} users, ${organization.channels.length} channels`);

  const listening = Array.from({ length: queues }, (_, n) => {
    const somebody = organization.users[n % organization.users.length];
    return somebody === undefined ? Promise.resolve() : listen(crowd, somebody, n);
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
  const talking = talkers.map((somebody) => talk(crowd, somebody, next, rest));
  const shuffling = [0, 1, 2].map((n) =>
    shuffle(
      crowd,
      organization.users.filter((_, place) => place % 3 === n),
      600,
    ),
  );
  const ground: Ground = {
    stage,
    random: seeded(seed),
    setSlow: (share) => {
      slowShare = share;
    },
    expectEnd: ends.expect,
    complain,
  };
  const injected = await unleash(ground, {
    count: options.faults,
    progress: () => (enough.signal.aborted ? Infinity : taken / options.sends),
    onFault: (line) => {
      say(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${taken} sends  ${line}`);
    },
  });
  const healed = performance.now();
  await Promise.all(talking);
  const seconds = (performance.now() - started) / 1000;
  enough.abort();
  clearTimeout(limited);
  await Promise.all(shuffling);
  const caughtUp = await hearTheEnd(stage, crowd, Math.max(healed, performance.now()));
  // Whatever comes twice would come now.
  await pause(1_500);
  ends.stop();
  over.abort();
  await Promise.all(listening);
  const ledger = await readLedger(
    stage.ground.environment['PARLEY_DATABASE_URL'] ?? '',
    organization.realmId,
  );
  spoil(history, options.planted);
  const checks = [
    ...checkHistory(history, ledger),
    {
      name: `V-1 all queues had caught up within ${CATCH_UP_MS / 1000} s`,
      problems: caughtUp === undefined ? ['some had not'] : [],
    },
  ];
  return { checks, injected, figures: figuresOf(history, tally, ledger.head, seconds, caughtUp) };
}

function talkersOf(users: readonly Somebody[], { rate }: RunOptions): readonly Somebody[] {
  return rate > 150 ? [...users, ...users] : users;
}

/** Everybody begins somewhere. */
async function settle(crowd: Crowd, random: Seeded): Promise<void> {
  const { organization } = crowd;
  const connection = crowd.connect(organization.admin);
  for (const user of organization.users) {
    const first = random.below(organization.channels.length);
    for (const channel of [first, first + 1].map(
      (n) => organization.channels[n % organization.channels.length],
    ))
      if (channel !== undefined) await move(crowd, connection, user, channel, true);
  }
}

const CATCH_UP_MS = 30_000;

/** The administrator says a last word to everybody; answers after how long every queue has heard it. */
async function hearTheEnd(stage: Stage, crowd: Crowd, since: number): Promise<number | undefined> {
  const connection = connectAs(stage, crowd.organization.admin);
  await Promise.all(
    crowd.organization.users.map(({ id }) =>
      sendOnce(connection, { type: 'direct', to: [id], content: THE_END }, { backoff: BACKOFF }),
    ),
  );
  const done = await until(
    () => crowd.history.listeners.every(({ hasHeardTheEnd }) => hasHeardTheEnd),
    CATCH_UP_MS,
  );
  return done ? performance.now() - since : undefined;
}

async function until(condition: () => boolean, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!condition() && performance.now() < end) await pause(20);
  return condition();
}

function figuresOf(
  { sends, moves, listeners }: History,
  { answers, repeated }: Tally,
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
    deliveries: listeners.reduce((sum, { messageIds }) => sum + messageIds.length, 0),
    'entries of the log': head,
    'answers 200': answers.get(200) ?? 0,
    'answers 502, 503, 504': [502, 503, 504].map((status) => answers.get(status) ?? 0).join(', '),
    'requests without an answer': answers.get(0) ?? 0,
    seconds: seconds.toFixed(0),
    'caught up after (ms)': caughtUp?.toFixed(0) ?? 'never',
  };
}
