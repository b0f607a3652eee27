/** Does pieces of work of the same name one after another, and of different names side by side. */
export type OneAtATime = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export function createOneAtATime(): OneAtATime {
  const running = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    for (let before = running.get(name); before !== undefined; before = running.get(name))
      await before.catch(() => {});
    const mine = work();
    running.set(name, mine);
    try {
      return await mine;
    } finally {
      running.delete(name);
    }
  };
}
