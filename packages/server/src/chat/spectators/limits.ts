import { tooMany } from '../../http/lifecycle.ts';
import { PER_ADDRESS, type Rule, type Verdict } from '../../http/rate-limits.ts';
import { networkOf } from '../../organization/login/network.ts';
import type { World } from '../../http/world.ts';

/** Requests for one file or avatar by all visitors together. */
const PER_FILE: readonly Rule[] = [{ seconds: 86_400, count: 1000 }];

/** Requests of one address for files: a page may show many pictures at once. */
const FILES_PER_ADDRESS: readonly Rule[] = [{ seconds: 60, count: 1200 }];

type Limiting = Pick<World, 'config' | 'limiter'>;

/** Counts a request of a visitor; undefined on a server without rate limits. */
export function takeFromAddress({ config, limiter }: Limiting, address: string): Verdict | undefined {
  return config.rateLimits ? limiter.take(`spectator:${networkOf(address)}`, PER_ADDRESS) : undefined;
}

export function limitAddress(world: Limiting, address: string): void {
  const verdict = takeFromAddress(world, address);
  if (verdict?.ok === false) throw tooMany(verdict.retrySeconds);
}

/** The same for files, which are looked up in the database whether they exist or not. */
export function limitFiles({ config, limiter }: Limiting, address: string): void {
  if (!config.rateLimits) return;
  const verdict = limiter.take(`spectator-files:${networkOf(address)}`, FILES_PER_ADDRESS);
  if (!verdict.ok) throw tooMany(verdict.retrySeconds);
}

/** Whether visitors may fetch a file or an avatar once more today. */
export function mayFetchFile({ config, limiter }: Limiting, realmId: number, file: string): boolean {
  return !config.rateLimits || limiter.take(`spectator-file:${realmId}:${file}`, PER_FILE).ok;
}
