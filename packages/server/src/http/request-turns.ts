import type { Clock, Random } from '../engine/clock.ts';
import type { Share, ShareLimits } from '../engine/turns/share.ts';
import { createTurns } from '../engine/turns/turns.ts';

/**
 * Turns of requests on a node that several organizations use. Every step of a request waits until the event loop has
 * taken a step of all others, so an organization with many requests at once would slow down each step of its neighbors.
 * A node with one busy organization has no limit.
 */
export type RequestTurns = {
  run<T>(share: Share, task: () => Promise<T>): Promise<T>;
  close(): void;
};

const RUNNING: ShareLimits = { total: 64, perRealm: 2, perUser: 2 };
const WAITING: ShareLimits = { total: 5_000, perRealm: 1_000, perUser: 200 };
const MAX_WAIT_MS = 10_000;
/** A request that takes longer waits for something else, which has turns of its own, and gives its place away. */
const MAX_HELD_MS = 30;
/** The node counts as shared for this long after requests of two organizations. */
const SHARED_MS = 1_000;

export function createRequestTurns(clock: Clock, random: Random): RequestTurns {
  const turns = createTurns({ running: RUNNING, waiting: WAITING, maxWaitMs: MAX_WAIT_MS }, clock, random);
  let lastRealmId = 0;
  let changedAt = -Infinity;
  const isShared = (realmId: number): boolean => {
    const now = clock.monotonic();
    if (realmId !== lastRealmId) {
      lastRealmId = realmId;
      changedAt = now;
    }
    return now - changedAt < SHARED_MS;
  };
  return {
    run: async (share, task) => {
      if (!isShared(share.realmId)) return task();
      let running: ReturnType<typeof task> | undefined;
      await turns.run(share, () => {
        running = task();
        return endOrPause(running, clock);
      });
      return running as ReturnType<typeof task>;
    },
    close: () => {
      turns.close();
    },
  };
}

/** Resolves when a task has ended, or after the time for which it holds its place. */
function endOrPause(task: Promise<unknown>, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(MAX_HELD_MS, resolve);
    const end = (): void => {
      cancel();
      resolve();
    };
    task.then(end, end);
  });
}
