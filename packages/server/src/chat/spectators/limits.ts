import { rateLimitHit } from '../../http/request-count.ts';
import { PER_ADDRESS, type RateLimitRule, type RateLimitVerdict } from '../../http/rate-limits.ts';
import { networkOf } from '../../http/network.ts';
import type { World } from '../../http/world.ts';

/** Requests for a file or avatar by all spectators together. */
const PER_FILE: readonly RateLimitRule[] = [{ seconds: 86_400, count: 1000 }];

/** Requests for files from an IP address; a page may show many images at once. */
const FILES_PER_ADDRESS: readonly RateLimitRule[] = [{ seconds: 60, count: 1200 }];

type LimiterWorld = Pick<World, 'config' | 'limiter'>;

/** Counts a request of a spectator; undefined on a server without rate limits. */
export function takeFromAddress(
  { config, limiter }: LimiterWorld,
  address: string,
): RateLimitVerdict | undefined {
  return config.rateLimits ? limiter.take(`spectator:${networkOf(address)}`, PER_ADDRESS) : undefined;
}

export function limitAddress(world: LimiterWorld, address: string): void {
  const verdict = takeFromAddress(world, address);
  if (verdict?.ok === false) throw rateLimitHit(verdict.retrySeconds);
}

/** Limits requests for files, which query the database even if the file does not exist. */
export function limitFiles({ config, limiter }: LimiterWorld, address: string): void {
  if (!config.rateLimits) return;
  const verdict = limiter.take(`spectator-files:${networkOf(address)}`, FILES_PER_ADDRESS);
  if (!verdict.ok) throw rateLimitHit(verdict.retrySeconds);
}

/** Counts a request for a file or avatar; returns whether its daily limit allows it. */
export function mayFetchFile({ config, limiter }: LimiterWorld, realmId: number, file: string): boolean {
  return !config.rateLimits || limiter.take(`spectator-file:${realmId}:${file}`, PER_FILE).ok;
}
