import type { Clock, Random } from '../engine/clock.ts';
import { ApiError } from '../engine/api-error.ts';

/** Lets in only as many at once as the node can serve well; organizations take turns. */
export type Admission = <T>(realmId: number, work: () => Promise<T>) => Promise<T>;

/** Whoever would wait longer is better off trying again: the answer then costs nothing. */
const LONGEST_WAIT_MS = 4_000;
const MOST_WAITING = 2_000;
/** When somebody who was refused may come back. */
const SOONEST_MS = 1_000;
const LATEST_MS = 60_000;
/** Until it is known how long one takes behind the other. */
const FIRST_PACE_MS = 20;
/** The weight of the newest in what is known of it. */
const NEWEST = 0.1;
/** More are asked to come back than there will be places for: some do not come, and no place shall stay empty. */
const MORE = 2;

type Waiting = { readonly start: () => void };

export function createAdmission(atOnce: number, clock: Clock, random: Random): Admission {
  /** By organization, in the order in which they are next. */
  const lines = new Map<number, Waiting[]>();
  const pace = createPace(clock, random);
  let running = 0;
  let waiting = 0;

  const next = (): void => {
    while (running < atOnce) {
      const [line] = lines;
      if (line === undefined) return;
      const [realmId, queue] = line;
      const first = queue.shift();
      lines.delete(realmId);
      if (queue.length > 0) lines.set(realmId, queue);
      first?.start();
    }
  };

  /** Organizations take turns, so that a line is as slow as there are lines. */
  const isTooLong = (line: readonly Waiting[]): boolean =>
    waiting >= MOST_WAITING || line.length * lines.size * pace.milliseconds() > LONGEST_WAIT_MS;

  const turn = (realmId: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const line = lines.get(realmId) ?? [];
      if (isTooLong(line)) {
        reject(tooBusy(pace.comeBack(waiting)));
        return;
      }
      waiting += 1;
      const cancel = clock.after(LONGEST_WAIT_MS, () => {
        const left = lines.get(realmId)?.filter((other) => other !== one) ?? [];
        if (left.length > 0) lines.set(realmId, left);
        else lines.delete(realmId);
        waiting -= 1;
        reject(tooBusy(pace.comeBack(waiting)));
      });
      const one: Waiting = {
        start: () => {
          cancel();
          waiting -= 1;
          running += 1;
          resolve();
        },
      };
      line.push(one);
      lines.set(realmId, line);
      next();
    });

  return async (realmId, work) => {
    await turn(realmId);
    try {
      return await work();
    } finally {
      running -= 1;
      pace.note(waiting > 0);
      next();
    }
  };
}

/**
 * How fast those in line get their turn, and when those who were refused should come back: one after the other, at that
 * pace, when those before them are through. Who comes for nothing costs time that others wait for.
 */
function createPace(clock: Clock, random: Random) {
  let pace = FIRST_PACE_MS;
  let last: number | undefined;
  /** Up to here everybody who was refused was told a time of their own. */
  let promised = 0;
  return {
    milliseconds: (): number => pace,
    /** Somebody is through. While nobody waits for it more could come, however slow it was before. */
    note: (isBusy: boolean): void => {
      const now = clock.monotonic();
      if (!isBusy) pace *= 1 - NEWEST;
      else if (last !== undefined) pace += NEWEST * (now - last - pace);
      last = isBusy ? now : undefined;
    },
    /** Seconds. Nobody is sent away for long: beyond that, for some time or other, to be told again. */
    comeBack: (waiting: number): number => {
      const now = clock.monotonic();
      promised = Math.max(promised, now + SOONEST_MS, now + waiting * pace) + pace / MORE;
      const wait = promised - now;
      if (wait <= LATEST_MS) return Math.floor(wait / 1000 + random());
      promised = now + LATEST_MS;
      return Math.round(((1 + random()) / 2) * (LATEST_MS / 1000));
    },
  };
}

function tooBusy(seconds: number): ApiError {
  return new ApiError('UNAVAILABLE', 'Too many clients come at once. Try again soon.', {
    extra: { 'retry-after': seconds },
  });
}
