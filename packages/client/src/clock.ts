/** Time as the event loop needs it, so that tests can hold it. */
export type Clock = {
  /** Calls back once after a while; the answer cancels. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Calls back when the machine has a network again, where it tells; the answer cancels. */
  onOnline?(callback: () => void): () => void;
};

export const systemClock: Clock = {
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
  ...('addEventListener' in globalThis && {
    onOnline: (callback: () => void) => {
      globalThis.addEventListener('online', callback);
      return () => {
        globalThis.removeEventListener('online', callback);
      };
    },
  }),
};

/** Resolves after a while, or at once when the network is back or the signal ends it. */
export function sleep(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      ignore?.();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    const ignore = clock.onOnline?.(end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/** Runs work with a signal that ends it when `signal` does or when it takes too long. */
export async function within<T>(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const cancel = clock.after(milliseconds, () => {
    late.abort(new DOMException(`No answer within ${milliseconds} ms.`, 'TimeoutError'));
  });
  try {
    return await work(signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]));
  } finally {
    cancel();
  }
}
