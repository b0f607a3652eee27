import type { Clock } from '../engine/clock.ts';

/** At most `count` requests at once, then one every `seconds / count`. */
export type Rule = { readonly seconds: number; readonly count: number };
export type Verdict =
  | {
      readonly ok: true;
      readonly takeRateLimit: number;
      readonly remaining: number;
      readonly resetSeconds: number;
    }
  | { readonly ok: false; readonly limit: number; readonly retrySeconds: number };

export const PER_USER: readonly Rule[] = [{ seconds: 60, count: 200 }];
export const PER_ADDRESS: readonly Rule[] = [{ seconds: 60, count: 100 }];
export const LOGIN: Rule = { seconds: 1800, count: 5 };

/**
 * The leaky bucket with one number of state: the time at which the bucket would be empty. All times are
 * seconds. A rejected request changes nothing.
 */
export function judge(
  rule: Rule,
  arrival: number | undefined,
  now: number,
): { verdict: Verdict; arrival: number } {
  const step = rule.seconds / rule.count;
  const before = Math.max(arrival ?? now, now);
  const after = before + step;
  const excess = after - rule.seconds - now;
  // A billionth of a second forgives the rounding of sums.
  if (excess > 1e-9)
    return { verdict: { ok: false, limit: rule.count, retrySeconds: excess }, arrival: before };
  const remaining = Math.floor((rule.seconds - (after - now)) / step + 1e-9);
  return {
    verdict: { ok: true, takeRateLimit: rule.count, remaining, resetSeconds: after - now },
    arrival: after,
  };
}

export type RateLimiter = { take(key: string, limits: readonly Rule[]): Verdict };

/** Forget the state of who has been quiet, whenever this many keys have gathered. */
const MAX_KEYS = 200_000;

/** Limits of one node, in memory. */
export function createRateLimiter(clock: Clock): RateLimiter {
  const arrivals = new Map<string, number>();
  const sweep = (now: number): void => {
    for (const [key, arrival] of arrivals) if (arrival <= now) arrivals.delete(key);
  };
  return {
    take: (key, limits) => {
      const now = clock.monotonic() / 1000;
      if (arrivals.size > MAX_KEYS) sweep(now);
      const judged = limits.map((rule) => {
        const slot = `${key}:${rule.seconds}:${rule.count}`;
        return { slot, ...judge(rule, arrivals.get(slot), now) };
      });
      const refused = judged.find(({ verdict }) => !verdict.ok);
      if (refused !== undefined) return refused.verdict;
      for (const { slot, arrival } of judged) arrivals.set(slot, arrival);
      const tightest = judged.map(({ verdict }) => verdict).toSorted(byRemaining)[0];
      return tightest ?? { ok: true, takeRateLimit: 0, remaining: 0, resetSeconds: 0 };
    },
  };
}

function byRemaining(a: Verdict, b: Verdict): number {
  return (a.ok ? a.remaining : -1) - (b.ok ? b.remaining : -1);
}

/** A user's own limits, kept as `seconds:count,…`; empty means the usual ones. */
export function limitsOf(text: string): readonly Rule[] {
  if (text === '') return PER_USER;
  return text.split(',').map((part) => {
    const [seconds, count] = part.split(':').map(Number);
    return { seconds: seconds ?? 60, count: count ?? 200 };
  });
}
