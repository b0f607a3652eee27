/** Keys per query. */
const MAX_BATCH_KEYS = 500;
/** While this many queries run, further keys wait for the next batch. */
const MAX_CONCURRENT_QUERIES = 2;

type Waiter<V> = {
  readonly resolve: (value: V | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Batches lookups of single keys: those of one turn of the event loop share a query, and so do those that arrive while
 * other queries run. A result is never older than its request, because a running query takes no further keys.
 */
export function batchLookups<V>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  const waiting = new Map<string, Waiter<V>[]>();
  let running = 0;
  let isScheduled = false;

  const runBatch = async (batch: ReadonlyMap<string, readonly Waiter<V>[]>): Promise<void> => {
    try {
      const found = await load([...batch.keys()]);
      for (const [key, waiters] of batch) for (const { resolve } of waiters) resolve(found.get(key));
    } catch (error) {
      for (const waiters of batch.values()) for (const { reject } of waiters) reject(error);
    }
    running -= 1;
    schedule();
  };

  const schedule = (): void => {
    if (isScheduled || running >= MAX_CONCURRENT_QUERIES || waiting.size === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const batch = new Map([...waiting].slice(0, MAX_BATCH_KEYS));
      for (const key of batch.keys()) waiting.delete(key);
      running += 1;
      void runBatch(batch);
      schedule();
    });
  };

  return (key) =>
    new Promise((resolve, reject) => {
      const waiters = waiting.get(key);
      if (waiters === undefined) waiting.set(key, [{ resolve, reject }]);
      else waiters.push({ resolve, reject });
      schedule();
    });
}
