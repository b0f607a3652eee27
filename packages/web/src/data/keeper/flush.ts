import type { Clock } from '@parley/client/clock.ts';

const FLUSH_INTERVAL_MS = 5_000;
/** A disk that fails so often in a row is not written any more. */
const MAX_FLUSH_FAILURES = 3;

export type Flusher = {
  /** Something changed that is to be stored within the interval. */
  readonly touch: () => void;
  /** Stores at once, after the write that is under way. */
  readonly flush: () => Promise<void>;
  readonly stop: () => void;
};

/** Stores at most once per interval, and never twice at a time. */
export function createFlusher(clock: Clock, write: () => Promise<void> | undefined): Flusher {
  let cancel: (() => void) | undefined;
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let failures = 0;

  const run = async (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    try {
      await write();
      failures = 0;
    } catch {
      failures += 1;
      // The next write replaces everything.
      touch();
    } finally {
      current = undefined;
    }
  };
  const flush = (): Promise<void> => {
    if (failures >= MAX_FLUSH_FAILURES) return Promise.resolve();
    if (current === undefined) {
      // The write starts in this task, because a page that closes does not get another one.
      const running = run();
      current = running;
      return running;
    }
    next ??= current.then(() => {
      next = undefined;
      return flush();
    });
    return next;
  };
  const touch = (): void => {
    if (failures >= MAX_FLUSH_FAILURES) return;
    cancel ??= clock.after(FLUSH_INTERVAL_MS, () => {
      cancel = undefined;
      void flush();
    });
  };
  return {
    touch,
    flush,
    stop: () => {
      cancel?.();
      cancel = undefined;
    },
  };
}
