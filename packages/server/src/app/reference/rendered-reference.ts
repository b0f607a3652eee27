import { ThreadPool } from '@parley/markdown/worker-pool';
import { askThread } from '../../engine/ask-thread.ts';
import type { Clock } from '../../engine/clock.ts';
import type { PagedSite } from '../site/site-pages.ts';
import type { SiteFile } from '../site/site-file.ts';

export type ReferenceQuestion = { readonly path: string } | { readonly term: string };

/** The API reference. A thread renders it, because reading the whole contract takes a third of a second. */
export type RenderedReference = PagedSite & { close(): Promise<void> };

const THREAD = new URL('./reference-thread.ts', import.meta.url);
/** Processor time: a hundred times that of the first page. */
const BUDGET_MS = 30_000;
/** The contract takes memory, so the thread ends after this time without a question. */
const MAX_IDLE_MS = 60_000;

export function createRenderedReference(clock: Clock): RenderedReference {
  const pool = new ThreadPool<ReferenceQuestion, SiteFile | undefined>(THREAD, 1);
  const files = new Map<string, SiteFile>();
  let stopIdling = (): void => {};
  const ask = async (question: ReferenceQuestion): Promise<SiteFile | undefined> => {
    stopIdling();
    try {
      return await askThread(pool, question, BUDGET_MS);
    } finally {
      stopIdling();
      stopIdling = clock.after(MAX_IDLE_MS, () => {
        void pool.endIdle();
      });
    }
  };
  return {
    at: async (path) => {
      const file = files.get(path) ?? (await ask({ path }));
      if (file !== undefined) files.set(path, file);
      return file;
    },
    search: (term) => ask({ term }),
    close: async () => {
      stopIdling();
      await pool.close();
    },
  };
}
