/** At most this many keys go into one query. */
const MOST = 500;
/** While so many queries are under way, further keys gather for the next one. */
const AT_ONCE = 2;

type Waiter<V> = {
  readonly resolve: (value: V | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Look-ups of single keys that arrive in one turn of the event loop go to the database together, and so do those that
 * arrive while others are under way: under load, thousands share a query. An answer is never older than its question.
 */
export function combine<V>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  const waiting = new Map<string, Waiter<V>[]>();
  let running = 0;
  let isGathering = false;

  const ask = async (batch: ReadonlyMap<string, readonly Waiter<V>[]>): Promise<void> => {
    try {
      const found = await load([...batch.keys()]);
      for (const [key, waiters] of batch) for (const { resolve } of waiters) resolve(found.get(key));
    } catch (error) {
      for (const waiters of batch.values()) for (const { reject } of waiters) reject(error);
    }
    running -= 1;
    next();
  };

  const next = (): void => {
    if (isGathering || running >= AT_ONCE || waiting.size === 0) return;
    isGathering = true;
    setImmediate(() => {
      isGathering = false;
      const batch = new Map([...waiting].slice(0, MOST));
      for (const key of batch.keys()) waiting.delete(key);
      running += 1;
      void ask(batch);
      next();
    });
  };

  return (key) =>
    new Promise((resolve, reject) => {
      const waiters = waiting.get(key);
      if (waiters === undefined) waiting.set(key, [{ resolve, reject }]);
      else waiters.push({ resolve, reject });
      next();
    });
}
