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
export const LOGIN: RateLimitRule = { seconds: 1800, count: 5 };

/**
 * A leaky bucket whose only state is the time at which the bucket would be empty. All times are in seconds.
 * A rejected request does not change the state.
 */
export function applyRule(
  rule: RateLimitRule,
  emptyAt: number | undefined,
  now: number,
): { verdict: RateLimitVerdict; emptyAt: number } {
  const step = rule.seconds / rule.count;
  const before = Math.max(emptyAt ?? now, now);
  const after = before + step;
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

export type RateLimiter = { take(key: string, limits: readonly RateLimitRule[]): RateLimitVerdict };

/** Keys without recent requests are removed when there are more than this. */
const MAX_KEYS = 200_000;

/** Rate limits of one node, in memory. */
export function createRateLimiter(clock: Clock): RateLimiter {
  const emptyAtByKey = new Map<string, number>();
  const sweep = (now: number): void => {
    for (const [key, emptyAt] of emptyAtByKey) if (emptyAt <= now) emptyAtByKey.delete(key);
  };
  return {
    take: (key, limits) => {
      const now = clock.monotonic() / 1000;
      if (emptyAtByKey.size > MAX_KEYS) sweep(now);
      const results = limits.map((rule) => {
        const slotKey = `${key}:${rule.seconds}:${rule.count}`;
        return { slotKey, ...applyRule(rule, emptyAtByKey.get(slotKey), now) };
      });
      const refused = results.find(({ verdict }) => !verdict.ok);
      if (refused !== undefined) return refused.verdict;
      for (const { slotKey, emptyAt } of results) emptyAtByKey.set(slotKey, emptyAt);
      const tightest = results.map(({ verdict }) => verdict).toSorted(byRemaining)[0];
      return tightest ?? { ok: true, limit: 0, remaining: 0, resetSeconds: 0 };
    },
  };
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
