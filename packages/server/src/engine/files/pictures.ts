import type { Clock, Random } from '../clock.ts';
import type { Share } from '../turns/share.ts';
import { createTurns } from '../turns/turns.ts';
import { createPictureWorker } from './picture-worker.ts';
import type { PictureOutput, PictureSource, ProcessedPicture } from './picture.ts';

/** Decodes and scales pictures in child processes, so that a malicious file can crash only such a process. */
export type Pictures = {
  /**
   * Returns undefined if the file is not a picture, or exceeds the limits. A source that is read from a store is given
   * as a function, so that it is in memory only while its turn lasts.
   */
  make(
    share: Share,
    source: PictureSource | (() => Promise<PictureSource | undefined>),
    outputs: readonly PictureOutput[],
  ): Promise<ProcessedPicture | undefined>;
  close(): void;
};

const PROCESSES = 2;
/** An organization has one process at most, so the other one is free for others. */
const RUNNING = { total: PROCESSES, perRealm: 1, perUser: 1 };
const WAITING = { total: 64, perRealm: 16, perUser: 2 };
const MAX_WAIT_MS = 15_000;
const BUDGET = { capacityMs: 10_000, refillMsPerSecond: 250 };

export function createPictures(clock: Clock, random: Random): Pictures {
  const turns = createTurns(
    { running: RUNNING, waiting: WAITING, maxWaitMs: MAX_WAIT_MS, budget: BUDGET },
    clock,
    random,
  );
  const workers = Array.from({ length: PROCESSES }, () => createPictureWorker(clock));
  const idle = [...workers];
  return {
    make: (share, source, outputs) =>
      turns.run(share, async () => {
        const worker = idle.pop();
        if (worker === undefined) throw new Error('There are fewer picture processes than turns.');
        try {
          const found = typeof source === 'function' ? await source() : source;
          return found === undefined ? undefined : await worker.make({ source: found, outputs });
        } finally {
          idle.push(worker);
        }
      }),
    close: () => {
      turns.close();
      for (const worker of workers) worker.close();
    },
  };
}
