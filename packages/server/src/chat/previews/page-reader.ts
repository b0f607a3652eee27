import { ThreadPool } from '@parley/markdown/worker-pool';
import type { Clock, Random } from '../../engine/clock.ts';
import { createThreadTurns } from '../../engine/turns/thread-turns.ts';
import type { PageFacts } from './parse-page.ts';

export type PageQuestion =
  | { readonly kind: 'page'; readonly bytes: Uint8Array; readonly type: string; readonly url: string }
  | { readonly kind: 'frame'; readonly html: string; readonly domain: string };

export type PageAnswer = {
  readonly facts?: PageFacts | undefined;
  readonly frame?: string | undefined;
};

/** Reads HTML of other sites in threads, in which organizations take turns. */
export type PageReading = {
  ask(realmId: number, question: PageQuestion): Promise<PageAnswer>;
  close(): Promise<void>;
};

const THREADS = 2;
/** Processor time for a page; usual ones take a few milliseconds. */
const READ_BUDGET_MS = 1_000;

export function createPageReading(clock: Clock, random: Random): PageReading {
  const pool = new ThreadPool<PageQuestion, PageAnswer>(new URL('page-thread.ts', import.meta.url), THREADS);
  const turns = createThreadTurns(THREADS, clock, random);
  return {
    ask: (realmId, question) => turns.run({ realmId, userId: 0 }, () => pool.ask(question, READ_BUDGET_MS)),
    close: async () => {
      turns.close();
      await pool.close();
    },
  };
}
