import type { Clock, Random } from '../clock.ts';
import { createTurns, type Turns } from './turns.ts';

const WAITING = { total: 500, perRealm: 200, perUser: 50 };
const MAX_WAIT_MS = 3_000;
const BUDGET = { capacityMs: 5_000, refillMsPerSecond: 250 };

/** Turns of organizations in a pool of threads. One thread always stays free for other organizations. */
export function createThreadTurns(threads: number, clock: Clock, random: Random): Turns {
  return createTurns(
    {
      running: { total: threads, perRealm: threads - 1, perUser: threads - 1 },
      waiting: WAITING,
      maxWaitMs: MAX_WAIT_MS,
      budget: BUDGET,
    },
    clock,
    random,
  );
}
