import type { Clock, Random } from '../clock.ts';
import { Problem } from '../problem.ts';

/** Lets in only as many at once as the node can serve well; organizations take turns. */
export type Admission = <T>(realmId: number, work: () => Promise<T>) => Promise<T>;

/** Whoever would wait longer is better off trying again: the answer then costs nothing. */
const LONGEST_WAIT_MS = 4_000;
const MOST_WAITING = 2_000;
/** Clients that were refused together must not come back together. */
const RETRY_SECONDS = { least: 1, spread: 9 };

type Waiting = { readonly start: () => void };

export const createAdmission = (atOnce: number, clock: Clock, random: Random): Admission => {
  /** By organization, in the order in which they are next. */
  const lines = new Map<number, Waiting[]>();
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

  const turn = (realmId: number): Promise<void> =>
    new Promise((resolve, reject) => {
      if (waiting >= MOST_WAITING) {
        reject(tooBusy(random));
        return;
      }
      waiting += 1;
      const cancel = clock.after(LONGEST_WAIT_MS, () => {
        const left = lines.get(realmId)?.filter((other) => other !== one) ?? [];
        if (left.length > 0) lines.set(realmId, left);
        else lines.delete(realmId);
        waiting -= 1;
        reject(tooBusy(random));
      });
      const one: Waiting = {
        start: () => {
          cancel();
          waiting -= 1;
          running += 1;
          resolve();
        },
      };
      lines.set(realmId, [...(lines.get(realmId) ?? []), one]);
      next();
    });

  return async (realmId, work) => {
    await turn(realmId);
    try {
      return await work();
    } finally {
      running -= 1;
      next();
    }
  };
};

const tooBusy = (random: Random): Problem => {
  const seconds = Math.round(RETRY_SECONDS.least + random() * RETRY_SECONDS.spread);
  return new Problem('UNAVAILABLE', 'Too many clients come at once. Try again soon.', {
    extra: { 'retry-after': seconds },
  });
};
