export type BatcherOptions = {
  readonly maxKeys: number;
  /** While this many batches run, further keys wait for the next one. */
  readonly maxRunning: number;
  /** Calls back when a batch with the keys so far may begin. */
  readonly begin: (callback: () => void) => void;
  /** Calls back when the place of a batch that has ended may be used by the next one. */
  readonly rest: (callback: () => void) => void;
};

type Caller<V> = {
  readonly resolve: (value: V | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Batches calls for single keys: keys that arrive while no batch may begin share the next one, and callers with the same
 * key share its result. A result is never older than its call, because a running batch takes no further keys.
 */
export function createBatcher<V>(
  run: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  { maxKeys, maxRunning, begin, rest }: BatcherOptions,
): (key: string) => Promise<V | undefined> {
  const waiting = new Map<string, Caller<V>[]>();
  let running = 0;
  let isBeginning = false;

  const runBatch = async (batch: ReadonlyMap<string, readonly Caller<V>[]>): Promise<void> => {
    try {
      const found = await run([...batch.keys()]);
      for (const [key, callers] of batch) for (const { resolve } of callers) resolve(found.get(key));
    } catch (error) {
      for (const callers of batch.values()) for (const { reject } of callers) reject(error);
    }
    rest(() => {
      running -= 1;
      beginNext();
    });
  };

  const beginNext = (): void => {
    if (isBeginning || running >= maxRunning || waiting.size === 0) return;
    isBeginning = true;
    begin(() => {
      isBeginning = false;
      const batch = new Map([...waiting].slice(0, maxKeys));
      for (const key of batch.keys()) waiting.delete(key);
      running += 1;
      void runBatch(batch);
      beginNext();
    });
  };

  return (key) =>
    new Promise((resolve, reject) => {
      const callers = waiting.get(key);
      if (callers === undefined) waiting.set(key, [{ resolve, reject }]);
      else callers.push({ resolve, reject });
      beginNext();
    });
}
