/** Runs tasks with the same key one after another, and tasks with different keys concurrently. */
export type KeyedLock = <T>(key: string, task: () => Promise<T>) => Promise<T>;

export function createKeyedLock(): KeyedLock {
  const running = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    for (let previous = running.get(key); previous !== undefined; previous = running.get(key))
      await previous.catch(() => {});
    const current = task();
    running.set(key, current);
    try {
      return await current;
    } finally {
      running.delete(key);
    }
  };
}
