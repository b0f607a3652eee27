import type { PagePreview } from '@parley/markdown';
import { ApiError } from '../../engine/api-error.ts';
import type { Clock, Random } from '../../engine/clock.ts';
import { OutboundError } from '../../engine/outbound/guard.ts';
import { createTurns } from '../../engine/turns/turns.ts';
import { TaskRefusedError } from '@parley/markdown/worker-pool';
import type { World } from '../../http/world.ts';
import { fetchPage, type PageParts } from './fetch-page.ts';
import { createHostPace } from './host-pace.ts';
import { createPageReading } from './page-reader.ts';
import { createRunningJobs, type RunningJobs } from './running-jobs.ts';
import { findStoredPages, storePage } from './page-store.ts';

/** Finds what linked pages show of themselves. */
export type LinkedPages = {
  /** The previews among URLs, stored or fetched; pages without one, or that did not answer in time, are left out. */
  find(
    world: Pick<World, 'pool' | 'metrics'>,
    realmId: number,
    urls: readonly string[],
  ): Promise<Readonly<Record<string, PagePreview>>>;
  readonly running: RunningJobs;
  close(): Promise<void>;
};

/** Time for all pages of a message. */
const MESSAGE_TIMEOUT_MS = 30_000;
const TURNS = {
  running: { total: 8, perRealm: 4, perUser: 4 },
  waiting: { total: 2_000, perRealm: 400, perUser: 400 },
  maxWaitMs: MESSAGE_TIMEOUT_MS,
};

export function createLinkedPages(
  given: Omit<PageParts, 'reading' | 'pace' | 'closed'>,
  random: Random,
): LinkedPages {
  const { clock } = given;
  const turns = createTurns(TURNS, clock, random);
  const running = createRunningJobs();
  const closed = new AbortController();
  const reading = createPageReading(clock, random);
  const parts = { ...given, reading, pace: createHostPace(clock), closed: closed.signal };
  return {
    running,
    find: async (world, realmId, urls) => {
      const stored = await findStoredPages(world.pool, realmId, urls);
      const deadline = deadlineOf(clock);
      const found = await Promise.all(
        urls.map(async (url) => {
          const known = stored.get(url);
          if (known !== undefined) {
            world.metrics.pagePreviewed('stored');
            return [url, known] as const;
          }
          const task = () => fetchAndStore(parts, world, { realmId, url, deadline });
          return [url, await turns.run({ realmId, userId: 0 }, task).catch(withoutTurn)] as const;
        }),
      );
      // Pages that were cut off are fetched by the next node that claims the job.
      if (closed.signal.aborted) throw new Error('The node is closing.');
      return Object.fromEntries(found.flatMap(([url, page]) => (page === null ? [] : [[url, page]])));
    },
    close: async () => {
      turns.close();
      closed.abort();
      await running.settle();
      await reading.close();
    },
  };
}

function deadlineOf(clock: Clock): number {
  return clock.monotonic() + MESSAGE_TIMEOUT_MS;
}

async function fetchAndStore(
  parts: PageParts,
  world: Pick<World, 'pool' | 'metrics'>,
  wanted: Parameters<typeof fetchPage>[1],
): Promise<PagePreview | null> {
  try {
    const preview = await fetchPage(parts, wanted);
    await storePage(world, wanted.realmId, wanted.url, preview);
    world.metrics.pagePreviewed(preview === null ? 'empty' : 'shown');
    return preview;
  } catch (error) {
    if (error instanceof TaskRefusedError) {
      // A page that takes too long to read is not read again.
      if (error.reason !== 'closed') await storePage(world, wanted.realmId, wanted.url, null);
    } else if (!(error instanceof OutboundError)) throw error;
    const isRefused = error instanceof OutboundError && error.failure === 'refused';
    world.metrics.pagePreviewed(isRefused ? 'refused' : 'failed');
    return null;
  }
}

/** A page that gets no turn in time has no preview. */
function withoutTurn(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}
