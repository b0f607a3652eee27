import type { Clock, Random } from '../engine/clock.ts';
import { ApiError } from '../engine/api-error.ts';

/** Limits the number of concurrent tasks; waiting organizations take turns. */
export type Admission = <T>(realmId: number, work: () => Promise<T>) => Promise<T>;

/** A client that would wait longer is refused and retries later. */
const MAX_WAIT_MS = 4_000;
const MAX_WAITING = 2_000;
/** Bounds of the delay after which a refused client retries. */
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Assumed time between two completed tasks until it has been measured. */
const INITIAL_PACE_MS = 20;
/** Weight of the newest measurement in the moving average. */
const PACE_SMOOTHING = 0.1;
/** Retries are scheduled this many times faster than the pace, because some clients do not return. */
const RETRY_OVERCOMMIT = 2;

type Waiting = { readonly start: () => void };

export function createAdmission(maxConcurrent: number, clock: Clock, random: Random): Admission {
  /** Waiting tasks by organization, in the order of their turns. */
  const queues = new Map<number, Waiting[]>();
  const pace = createPace(clock, random);
  let running = 0;
  let waiting = 0;

  const startNext = (): void => {
    while (running < maxConcurrent) {
      const [next] = queues;
      if (next === undefined) return;
      const [realmId, tasks] = next;
      const task = tasks.shift();
      queues.delete(realmId);
      if (tasks.length > 0) queues.set(realmId, tasks);
      task?.start();
    }
  };

  /** Organizations take turns, so the wait grows with the number of waiting organizations. */
  const isTooLong = (queue: readonly Waiting[]): boolean =>
    waiting >= MAX_WAITING || queue.length * queues.size * pace.milliseconds() > MAX_WAIT_MS;

  const waitForTurn = (realmId: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(realmId) ?? [];
      if (isTooLong(queue)) {
        reject(tooBusy(pace.retrySeconds(waiting)));
        return;
      }
      waiting += 1;
      const cancel = clock.after(MAX_WAIT_MS, () => {
        const others = queues.get(realmId)?.filter((other) => other !== entry) ?? [];
        if (others.length > 0) queues.set(realmId, others);
        else queues.delete(realmId);
        waiting -= 1;
        reject(tooBusy(pace.retrySeconds(waiting)));
      });
      const entry: Waiting = {
        start: () => {
          cancel();
          waiting -= 1;
          running += 1;
          resolve();
        },
      };
      queue.push(entry);
      queues.set(realmId, queue);
      startNext();
    });

  return async (realmId, work) => {
    await waitForTurn(realmId);
    try {
      return await work();
    } finally {
      running -= 1;
      pace.note(waiting > 0);
      startNext();
    }
  };
}

/**
 * Measures the time between two completed tasks, and schedules the retries of refused clients one after another at that
 * pace, after the clients that are waiting already. A retry that is refused again costs time that others wait for.
 */
function createPace(clock: Clock, random: Random) {
  let pace = INITIAL_PACE_MS;
  let last: number | undefined;
  /** The latest retry time that was given to a refused client. */
  let lastRetryAt = 0;
  return {
    milliseconds: (): number => pace,
    /** Records a completed task. With no task waiting there is spare capacity, so the pace estimate drops. */
    note: (isBusy: boolean): void => {
      const now = clock.monotonic();
      if (!isBusy) pace *= 1 - PACE_SMOOTHING;
      else if (last !== undefined) pace += PACE_SMOOTHING * (now - last - pace);
      last = isBusy ? now : undefined;
    },
    /** Delays beyond `MAX_RETRY_MS` are replaced by a random one in its upper half. */
    retrySeconds: (waiting: number): number => {
      const now = clock.monotonic();
      lastRetryAt = Math.max(lastRetryAt, now + MIN_RETRY_MS, now + waiting * pace) + pace / RETRY_OVERCOMMIT;
      const wait = lastRetryAt - now;
      if (wait <= MAX_RETRY_MS) return Math.floor(wait / 1000 + random());
      lastRetryAt = now + MAX_RETRY_MS;
      return Math.round(((1 + random()) / 2) * (MAX_RETRY_MS / 1000));
    },
  };
}

function tooBusy(seconds: number): ApiError {
  return new ApiError('UNAVAILABLE', 'The server is busy. Try again later.', {
    extra: { 'retry-after': seconds },
  });
}
