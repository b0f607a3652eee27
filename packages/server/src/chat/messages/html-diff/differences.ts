import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Clock, Random } from '../../../engine/clock.ts';
import { createTaskThread } from '../../../engine/task-thread.ts';
import { diffHtml } from './diff-html.ts';
import type { Share } from '../../../engine/turns/share.ts';
import { createTurns } from '../../../engine/turns/turns.ts';

export type Comparison = { readonly before: string; readonly after: string };

/** Compares rendered messages in a thread, in which organizations take turns. */
export type Differences = {
  /** The differences as HTML; see `diffHtml`. */
  compare(share: Share, comparison: Comparison): Promise<string>;
  close(): void;
};

declare module '../../../http/world.ts' {
  interface FeatureServices {
    readonly differences: Differences;
  }
}

const THREAD = new URL('./diff-thread.ts', import.meta.url);
/** A comparison has a limit of its own; this one has room for the start of the thread on a busy machine. */
const MAX_TASK_MS = 60_000;
/** In characters of both texts. Shorter ones are compared in a millisecond or two, without the thread. */
const MAX_LENGTH_AT_ONCE = 1_000;
const TURNS = {
  running: { total: 1, perRealm: 1, perUser: 1 },
  waiting: { total: 200, perRealm: 50, perUser: 5 },
  maxWaitMs: 30_000,
};

export function createDifferences(clock: Clock, random: Random): Differences {
  const thread = createTaskThread<Comparison, string>(THREAD, MAX_TASK_MS, clock);
  const turns = createTurns(TURNS, clock, random);
  return {
    compare: async (share, comparison) => {
      const { before, after } = comparison;
      if (before.length + after.length > MAX_LENGTH_AT_ONCE)
        return turns.run(share, () => thread.run(comparison));
      await yieldToEventLoop();
      return diffHtml(before, after);
    },
    close: () => {
      turns.close();
      thread.close();
    },
  };
}
