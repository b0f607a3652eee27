import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { ThreadPool } from '@parley/markdown/worker-pool';
import { askThread } from '../../../engine/ask-thread.ts';
import type { Clock, Random } from '../../../engine/clock.ts';
import { diffHtml } from './diff-html.ts';
import type { ProcessorTime } from '../../../engine/turns/processor-time.ts';
import type { Share } from '../../../engine/turns/share.ts';
import { createTurns } from '../../../engine/turns/turns.ts';

export type Comparison = { readonly before: string; readonly after: string };

/** Compares rendered messages in a thread, in which organizations take turns. */
export type Differences = {
  /** The differences as HTML; see `diffHtml`. */
  compare(share: Share, comparison: Comparison): Promise<string>;
  close(): Promise<void>;
};

const THREAD = new URL('./diff-thread.ts', import.meta.url);
/** Processor time of a thread; a comparison ends itself before. */
const COMPARE_BUDGET_MS = 30_000;
/** In characters of both texts. Shorter ones are compared in a millisecond or two, without the thread. */
const MAX_LENGTH_AT_ONCE = 1_000;
const TURNS = {
  running: { total: 1, perRealm: 1, perUser: 1 },
  waiting: { total: 200, perRealm: 50, perUser: 5 },
  maxWaitMs: 30_000,
};

export function createDifferences(
  clock: Clock,
  random: Random,
  processor: Pick<ProcessorTime, 'takeTurn'>,
): Differences {
  const pool = new ThreadPool<Comparison, string>(THREAD, TURNS.running.total);
  const turns = createTurns(TURNS, clock, random);
  return {
    compare: async (share, comparison) => {
      const { before, after } = comparison;
      if (before.length + after.length > MAX_LENGTH_AT_ONCE)
        return turns.run(share, () => askThread(pool, comparison, COMPARE_BUDGET_MS));
      await yieldToEventLoop();
      processor.takeTurn();
      return diffHtml(before, after);
    },
    close: async () => {
      turns.close();
      await pool.close();
    },
  };
}
