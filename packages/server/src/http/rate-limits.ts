import type { Clock } from '../engine/clock.ts';

/** A burst of at most `count` requests, then one every `seconds / count`. */
export type RateLimitRule = { readonly seconds: number; readonly count: number };
export type RateLimitVerdict =
  | {
      readonly ok: true;
      readonly limit: number;
      readonly remaining: number;
      readonly resetSeconds: number;
    }
  | { readonly ok: false; readonly limit: number; readonly retrySeconds: number };

export const PER_USER: readonly RateLimitRule[] = [{ seconds: 60, count: 200 }];
export const PER_ADDRESS: readonly RateLimitRule[] = [{ seconds: 60, count: 100 }];
/** Password attempts for a name from one network. */
export const LOGIN: RateLimitRule = { seconds: 1800, count: 5 };
/** Password attempts for a name from all networks. */
export const LOGIN_BY_NAME: RateLimitRule = { seconds: 1800, count: 200 };

/** Codes for the second step of a user from one network. */
export const SECOND_STEP: RateLimitRule = { seconds: 1800, count: 5 };
/** Codes for the second step of a user from all networks; three of a million are right at a time. */
export const SECOND_STEP_BY_USER: RateLimitRule = { seconds: 1800, count: 20 };

/**
 * A leaky bucket whose only state is the time at which the bucket would be empty. All times are in seconds.
 * A rejected request does not change the state.
 */
export function applyRule(
  rule: RateLimitRule,
  emptyAt: number | undefined,
  now: number,
  cost = 1,
): { verdict: RateLimitVerdict; emptyAt: number } {
  const step = rule.seconds / rule.count;
  const before = Math.max(emptyAt ?? now, now);
  // A cost above the whole limit would be refused for ever.
  const after = before + step * Math.min(cost, rule.count);
  const excess = after - rule.seconds - now;
  // The tolerance covers rounding errors of sums.
  if (excess > 1e-9)
    return { verdict: { ok: false, limit: rule.count, retrySeconds: excess }, emptyAt: before };
  const remaining = Math.floor((rule.seconds - (after - now)) / step + 1e-9);
  return {
    verdict: { ok: true, limit: rule.count, remaining, resetSeconds: after - now },
    emptyAt: after,
  };
}

export type RateLimiter = {
  /** Counts a request, or as many as an expensive one costs. */
  take(key: string, limits: readonly RateLimitRule[], cost?: number): RateLimitVerdict;
  /** Returns the requests that were accepted since the last call, as text for `add` of other nodes. */
  spent(): string | undefined;
  /** Counts the requests that another node accepted. */
  add(spent: string): void;
};

/** Keys without recent requests are removed when there are more than this. */
const MAX_KEYS = 200_000;

/** Keys that are reported to other nodes at once; beyond this the nodes count separately. */
const MAX_REPORTED_KEYS = 10_000;

/** Rate limits in memory. Nodes tell each other what they accepted, so that all together allow as much as one. */
export function createRateLimiter(clock: Clock): RateLimiter {
  const emptyAtByKey = new Map<string, number>();
  const unreported = new Map<string, number>();
  const now = (): number => clock.monotonic() / 1000;
  const sweep = (): void => {
    for (const [key, emptyAt] of emptyAtByKey) if (emptyAt <= now()) emptyAtByKey.delete(key);
  };
  return {
    take: (key, limits, cost = 1) => {
      if (emptyAtByKey.size > MAX_KEYS) sweep();
      const results = limits.map((rule) => {
        const slotKey = slotKeyOf(key, rule);
        return { slotKey, ...applyRule(rule, emptyAtByKey.get(slotKey), now(), cost) };
      });
      const refused = results.find(({ verdict }) => !verdict.ok);
      if (refused !== undefined) return refused.verdict;
      for (const { slotKey, emptyAt } of results) {
        emptyAtByKey.set(slotKey, emptyAt);
        if (unreported.size < MAX_REPORTED_KEYS)
          unreported.set(slotKey, (unreported.get(slotKey) ?? 0) + cost);
      }
      const tightest = results.map(({ verdict }) => verdict).toSorted(byRemaining)[0];
      return tightest ?? { ok: true, limit: 0, remaining: 0, resetSeconds: 0 };
    },
    spent: () => {
      if (unreported.size === 0) return undefined;
      const text = JSON.stringify([...unreported]);
      unreported.clear();
      return text;
    },
    add: (spent) => {
      for (const [slotKey, count] of JSON.parse(spent) as [string, number][]) {
        const { seconds, count: limit } = ruleOf(slotKey);
        const before = Math.max(emptyAtByKey.get(slotKey) ?? 0, now());
        emptyAtByKey.set(slotKey, Math.min(before + (count * seconds) / limit, now() + seconds));
      }
    },
  };
}

function slotKeyOf(key: string, { seconds, count }: RateLimitRule): string {
  return `${key}|${seconds}|${count}`;
}

function ruleOf(slotKey: string): RateLimitRule {
  const [seconds = 60, count = 1] = slotKey.split('|').slice(-2).map(Number);
  return { seconds, count };
}

function byRemaining(a: RateLimitVerdict, b: RateLimitVerdict): number {
  return (a.ok ? a.remaining : -1) - (b.ok ? b.remaining : -1);
}

/** Parses the limits of a user, `seconds:count,…`; an empty text means the default. */
export function limitsOf(text: string): readonly RateLimitRule[] {
  if (text === '') return PER_USER;
  return text.split(',').map((part) => {
    const [seconds, count] = part.split(':').map(Number);
    return { seconds: seconds ?? 60, count: count ?? 200 };
  });
}
