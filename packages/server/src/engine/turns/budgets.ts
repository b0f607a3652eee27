/** Time that each organization may use before others go first. */
export type Budget = {
  /** The time that an organization may use at once. */
  readonly capacityMs: number;
  /** The part of every second that is given back. */
  readonly refillMsPerSecond: number;
};

export type Budgets = {
  spend(realmId: number, costMs: number, now: number): void;
  isSpent(realmId: number, now: number): boolean;
};

/** Spent time beyond this many capacities is forgiven, so that an organization recovers soon. */
const MAX_DEBT_CAPACITIES = 2;
/** Organizations that have got everything back are forgotten whenever this many more are known. */
const SWEEP_EVERY_REALMS = 1_000;

export function createBudgets({ capacityMs, refillMsPerSecond }: Budget): Budgets {
  const spent = new Map<number, { readonly milliseconds: number; readonly at: number }>();
  let sweepAt = SWEEP_EVERY_REALMS;

  const spentNow = (realmId: number, now: number): number => {
    const last = spent.get(realmId);
    if (last === undefined) return 0;
    return Math.max(0, last.milliseconds - ((now - last.at) / 1000) * refillMsPerSecond);
  };

  const sweep = (now: number): void => {
    for (const realmId of spent.keys()) if (spentNow(realmId, now) === 0) spent.delete(realmId);
    sweepAt = spent.size + SWEEP_EVERY_REALMS;
  };

  return {
    spend: (realmId, costMs, now) => {
      const milliseconds = Math.min(spentNow(realmId, now) + costMs, capacityMs * MAX_DEBT_CAPACITIES);
      spent.set(realmId, { milliseconds, at: now });
      if (spent.size >= sweepAt) sweep(now);
    },
    isSpent: (realmId, now) => spentNow(realmId, now) >= capacityMs,
  };
}
