/** The clock of the server; tests replace it. */
export type Clock = {
  /** Wall-clock time in milliseconds, for values that users see. */
  now(): number;
  /** Monotonic time in milliseconds, for limits and timeouts. */
  monotonic(): number;
  /** Calls back once after a delay; returns a function that cancels. */
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

export function pause(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}

/** A random number in [0, 1); tests replace it. */
export type Random = () => number;

/** Repeats a task with a pause between runs; errors go to `warn`. Returns a function that stops. */
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
