import { ApiError } from '../api-error.ts';
import type { Clock, Random } from '../clock.ts';
import { createPace, createRetrySeconds, type Pace } from './pace.ts';
import { createSchedule, type Schedule, type ScheduleOptions } from './schedule.ts';
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
  return new ScheduledTurns(options, clock, random);
}

class ScheduledTurns implements Turns {
  readonly #maxWaitMs: number;
  readonly #clock: Clock;
  readonly #schedule: Schedule<Waiting>;
  readonly #pace: Pace;
  readonly #retrySeconds: (waiting: number) => number;
  /** Of organizations with a running or waiting task: slow tasks of one say nothing about the wait of another. */
  readonly #paces = new Map<number, Pace>();
  #isClosed = false;

  constructor(options: TurnsOptions, clock: Clock, random: Random) {
    this.#maxWaitMs = options.maxWaitMs;
    this.#clock = clock;
    this.#schedule = createSchedule<Waiting>(options);
    this.#pace = createPace(clock);
    this.#retrySeconds = createRetrySeconds(this.#pace, clock, random);
  }

  get size(): Turns['size'] {
    return { running: this.#schedule.runningCount, waiting: this.#schedule.waitingCount };
  }

  async run<T>(share: Share, task: () => Promise<T>): Promise<T> {
    const turn = await this.#waitForTurn(share);
    try {
      return await task();
    } finally {
      this.#schedule.finish(turn, this.#clock.monotonic());
      this.#notePace(turn.realmId);
      this.#startNext();
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#schedule.waiting()) waiting.refuse(this.#refusal('total'));
  }

  #waitForTurn(share: Share): Promise<Waiting> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed || this.#expectedWaitMs(share) > this.#maxWaitMs) {
        reject(this.#refusal('total'));
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
          this.#schedule.withdraw(waiting);
          reject(error);
        },
      };
      const exceeded = this.#schedule.add(waiting);
      if (exceeded !== undefined) {
        reject(this.#refusal(exceeded));
        return;
      }
      this.#startNext();
      if (hasBegun) return;
      cancelTimeout = this.#clock.after(this.#maxWaitMs, () => {
        waiting.refuse(this.#refusal('total'));
      });
    });
  }

  #startNext(): void {
    for (;;) {
      const next = this.#schedule.start(this.#clock.monotonic());
      if (next === undefined) return;
      next.begin();
    }
  }

  #refusal(exceeded: ExceededLimit): ApiError {
    return tooBusy(exceeded, this.#retrySeconds(this.#schedule.waitingCount));
  }

  #expectedWaitMs(share: Share): number {
    return this.#schedule.ahead(share) * (this.#paces.get(share.realmId)?.milliseconds() ?? 0);
  }

  #notePace(realmId: number): void {
    const { running, waiting } = this.#schedule.ofRealm(realmId);
    this.#pace.note(this.#schedule.waitingCount > 0);
    const own = this.#paces.get(realmId) ?? createPace(this.#clock);
    own.note(waiting > 0);
    if (running + waiting > 0) this.#paces.set(realmId, own);
    else this.#paces.delete(realmId);
  }
}

function tooBusy(exceeded: ExceededLimit, seconds: number): ApiError {
  const extra = { 'retry-after': seconds };
  return exceeded === 'user'
    ? new ApiError('RATE_LIMIT_HIT', 'Too many requests of this user are waiting. Try again later.', {
        extra,
      })
    : new ApiError('UNAVAILABLE', 'The server is busy. Try again later.', { extra });
}
