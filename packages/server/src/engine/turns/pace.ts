import type { Clock, Random } from '../clock.ts';

/** Assumed time between two completed tasks until it has been measured. */
const INITIAL_PACE_MS = 20;
/** Weight of the newest measurement in the moving average. */
const PACE_SMOOTHING = 0.1;

/** Measures the time between two completed tasks. */
export type Pace = {
  milliseconds(): number;
  /** Records a completed task. With no task waiting there is spare capacity, so the pace estimate drops. */
  note(isBusy: boolean): void;
};

export function createPace(clock: Clock): Pace {
  let pace = INITIAL_PACE_MS;
  let last: number | undefined;
  return {
    milliseconds: () => pace,
    note: (isBusy) => {
      const now = clock.monotonic();
      if (!isBusy) pace *= 1 - PACE_SMOOTHING;
      else if (last !== undefined) pace += PACE_SMOOTHING * (now - last - pace);
      last = isBusy ? now : undefined;
    },
  };
}

/** Bounds of the delay after which a refused client retries. */
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Retries are scheduled this many times faster than the pace, because some clients do not return. */
const RETRY_OVERCOMMIT = 2;

/**
 * Schedules the retries of refused clients one after another at the pace of completed tasks, after the clients that are
 * waiting already. A retry that is refused again costs time that others wait for.
 */
export function createRetrySeconds(pace: Pace, clock: Clock, random: Random): (waiting: number) => number {
  /** The latest retry time that was given to a refused client. */
  let lastRetryAt = 0;
  return (waiting) => {
    const now = clock.monotonic();
    const afterWaiting = now + waiting * pace.milliseconds();
    lastRetryAt =
      Math.max(lastRetryAt, now + MIN_RETRY_MS, afterWaiting) + pace.milliseconds() / RETRY_OVERCOMMIT;
    const wait = lastRetryAt - now;
    if (wait <= MAX_RETRY_MS) return Math.floor(wait / 1000 + random());
    lastRetryAt = now + MAX_RETRY_MS;
    // A random delay in the upper half.
    return Math.round(((1 + random()) / 2) * (MAX_RETRY_MS / 1000));
  };
}
