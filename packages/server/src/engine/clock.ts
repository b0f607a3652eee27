/** Time as the server sees it: part of the world, so that tests can hold it. */
export type Clock = {
  /** Wall time in milliseconds: for what users see. */
  now(): number;
  /** Never jumps: for limits and waiting. */
  monotonic(): number;
  /** Calls back once after a while; the answer cancels. */
  after(milliseconds: number, callback: () => void): () => void;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** A number in [0, 1): part of the world for the same reason. */
export type Random = () => number;

/** Repeats a task with a pause between two runs; a failure is noted and the next run tries again. */
export function every(
  clock: Clock,
  milliseconds: number,
  task: () => Promise<unknown>,
  warn: (error: unknown) => void,
  first: number = milliseconds,
): () => void {
  let ended = false;
  let cancel = (): void => {};
  const next = (wait: number): void => {
    cancel = clock.after(wait, () => {
      task()
        .catch(warn)
        .finally(() => {
          if (!ended) next(milliseconds);
        });
    });
  };
  next(first);
  return () => {
    ended = true;
    cancel();
  };
}
