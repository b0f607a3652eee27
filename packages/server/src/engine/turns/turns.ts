import { ApiError } from '../api-error.ts';
import type { Clock, Random } from '../clock.ts';
import { createPace, createRetrySeconds, type Pace } from './pace.ts';
import { createSchedule, type ScheduleOptions } from './schedule.ts';
import type { ExceededLimit, Share } from './share.ts';

/**
 * Fair shares of a resource that all organizations of a node use, such as render threads or database connections.
 *
 *     const turns = createTurns({ running, waiting, maxWaitMs, budget }, clock, random);
 *     const rows = await turns.run({ realmId, userId }, () => search(…));
 *
 * Organizations take turns, and within an organization its users. An organization that has spent its budget of time
 * runs only when no other one waits, and never in the last free place. A task that exceeds a limit, or would wait for
 * too long, is refused with `Retry-After`: 429 if the user has too many, else 503.
 *
 * A task must end by itself, so give it a timeout. It must not wait for another turn of the same resource.
 */
export type Turns = {
  run<T>(share: Share, task: () => Promise<T>): Promise<T>;
  /** Refuses all waiting and later tasks. */
  close(): void;
  readonly size: { readonly running: number; readonly waiting: number };
};

export type TurnsOptions = ScheduleOptions & { readonly maxWaitMs: number };

type Waiting = Share & { readonly begin: () => void; readonly refuse: (error: ApiError) => void };

export function createTurns(options: TurnsOptions, clock: Clock, random: Random): Turns {
  const schedule = createSchedule<Waiting>(options);
  const pace = createPace(clock);
  const retrySeconds = createRetrySeconds(pace, clock, random);
  /** Of organizations with a running or waiting task: slow tasks of one say nothing about the wait of another. */
  const paces = new Map<number, Pace>();
  let closed = false;

  const startNext = (): void => {
    for (;;) {
      const next = schedule.start(clock.monotonic());
      if (next === undefined) return;
      next.begin();
    }
  };

  const refusal = (exceeded: ExceededLimit): ApiError =>
    tooBusy(exceeded, retrySeconds(schedule.waitingCount));

  const expectedWaitMs = (share: Share): number =>
    schedule.ahead(share) * (paces.get(share.realmId)?.milliseconds() ?? 0);

  const notePace = (realmId: number): void => {
    const { running, waiting } = schedule.ofRealm(realmId);
    pace.note(schedule.waitingCount > 0);
    const own = paces.get(realmId) ?? createPace(clock);
    own.note(waiting > 0);
    if (running + waiting > 0) paces.set(realmId, own);
    else paces.delete(realmId);
  };

  const waitForTurn = (share: Share): Promise<Waiting> =>
    new Promise((resolve, reject) => {
      if (closed || expectedWaitMs(share) > options.maxWaitMs) {
        reject(refusal('total'));
        return;
      }
      let cancelTimeout = (): void => {};
      let hasBegun = false;
      const waiting: Waiting = {
        realmId: share.realmId,
        userId: share.userId,
        begin: () => {
          hasBegun = true;
          cancelTimeout();
          resolve(waiting);
        },
        refuse: (error) => {
          cancelTimeout();
          schedule.withdraw(waiting);
          reject(error);
        },
      };
      const exceeded = schedule.add(waiting);
      if (exceeded !== undefined) {
        reject(refusal(exceeded));
        return;
      }
      startNext();
      if (hasBegun) return;
      cancelTimeout = clock.after(options.maxWaitMs, () => {
        waiting.refuse(refusal('total'));
      });
    });

  return {
    run: async (share, task) => {
      const turn = await waitForTurn(share);
      try {
        return await task();
      } finally {
        schedule.finish(turn, clock.monotonic());
        notePace(turn.realmId);
        startNext();
      }
    },
    close: () => {
      closed = true;
      for (const waiting of schedule.waiting()) waiting.refuse(refusal('total'));
    },
    get size() {
      return { running: schedule.runningCount, waiting: schedule.waitingCount };
    },
  };
}

function tooBusy(exceeded: ExceededLimit, seconds: number): ApiError {
  const extra = { 'retry-after': seconds };
  return exceeded === 'user'
    ? new ApiError('RATE_LIMIT_HIT', 'Too many requests of this user are waiting. Try again later.', {
        extra,
      })
    : new ApiError('UNAVAILABLE', 'The server is busy. Try again later.', { extra });
}
