/** Time that each key, such as an organization, may use before others go first. */
export type Budget = {
  /** The time that a key may use at once. */
  readonly capacityMs: number;
  /** The part of every second that is given back. */
  readonly refillMsPerSecond: number;
};

export type Budgets<Key = number> = {
  spend(key: Key, costMs: number, now: number): void;
  isSpent(key: Key, now: number): boolean;
  /** The time until the budget is no longer spent. */
  waitMs(key: Key, now: number): number;
};

/** Spent time beyond this many capacities is forgiven, so that a key recovers soon. */
const MAX_DEBT_CAPACITIES = 2;
/** Keys that have got everything back are forgotten whenever this many more are known. */
const SWEEP_EVERY_KEYS = 1_000;

export function createBudgets<Key = number>({ capacityMs, refillMsPerSecond }: Budget): Budgets<Key> {
  const spent = new Map<Key, { readonly milliseconds: number; readonly at: number }>();
  let sweepAt = SWEEP_EVERY_KEYS;

  const spentNow = (key: Key, now: number): number => {
    const last = spent.get(key);
    if (last === undefined) return 0;
    return Math.max(0, last.milliseconds - ((now - last.at) / 1000) * refillMsPerSecond);
  };

  const sweep = (now: number): void => {
    for (const key of spent.keys()) if (spentNow(key, now) === 0) spent.delete(key);
    sweepAt = spent.size + SWEEP_EVERY_KEYS;
  };

  return {
    spend: (key, costMs, now) => {
      const milliseconds = Math.min(spentNow(key, now) + costMs, capacityMs * MAX_DEBT_CAPACITIES);
      spent.set(key, { milliseconds, at: now });
      if (spent.size >= sweepAt) sweep(now);
    },
    isSpent: (key, now) => spentNow(key, now) >= capacityMs,
    waitMs: (key, now) => (Math.max(0, spentNow(key, now) - capacityMs) / refillMsPerSecond) * 1000,
  };
}
