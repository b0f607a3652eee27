/** The messages of a node whose pages are being fetched. An organization leaves room for others. */
export type RunningJobs = {
  readonly free: number;
  /** Organizations that may have no further job now. */
  readonly busyRealms: readonly number[];
  start(realmId: number, work: () => Promise<void>): void;
  /** Resolves when all have ended. */
  settle(): Promise<void>;
};

const MAX_JOBS = 16;
const MAX_JOBS_OF_REALM = 8;

export function createRunningJobs(): RunningJobs {
  const running = new Map<Promise<void>, number>();
  return {
    get free() {
      return MAX_JOBS - running.size;
    },
    get busyRealms() {
      const counts = Map.groupBy(running.values(), (realmId) => realmId);
      return [...counts].flatMap(([realmId, all]) => (all.length >= MAX_JOBS_OF_REALM ? [realmId] : []));
    },
    start: (realmId, work) => {
      const task = work().finally(() => running.delete(task));
      running.set(task, realmId);
    },
    settle: async () => {
      await Promise.allSettled(running.keys());
    },
  };
}
