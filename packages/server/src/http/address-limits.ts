import { networkOf } from './network.ts';
import { rateLimitHit } from './request-count.ts';
import { PER_ADDRESS, type RateLimitRule } from './rate-limits.ts';
import { errorResponse, type HttpResponse, type TextResponse } from './response.ts';
import type { World } from './world.ts';

type LimiterWorld = Pick<World, 'config' | 'limiter'>;

/** Requests for pages and pictures from an address without credentials; a page may show many pictures at once. */
const PAGES_PER_ADDRESS: readonly RateLimitRule[] = [{ seconds: 60, count: 1200 }];

/** Files of the web client from an address: a hundred users who start it without a cache within a minute. */
const ASSETS_PER_ADDRESS: readonly RateLimitRule[] = [{ seconds: 60, count: 6_000 }];

/** Counts a request to an operation without credentials. */
export function limitVisit(world: LimiterWorld, address: string): void {
  limitBy(world, visitKey(address), PER_ADDRESS);
}

/** Counts a request for a page without a known user. */
export function limitPage(world: LimiterWorld, address: string): void {
  limitBy(world, `page:${networkOf(address)}`, PAGES_PER_ADDRESS);
}

/** Counts a request for a file of the web client; beyond the limit it counts as a page. */
export function mayLoadAsset({ config, limiter }: LimiterWorld, address: string): boolean {
  return !config.rateLimits || limiter.take(`asset:${networkOf(address)}`, ASSETS_PER_ADDRESS).ok;
}

/** Counts a request with missing or wrong credentials; the response is 429 after too many. */
export function countRefusal<Response extends HttpResponse>(
  world: LimiterWorld,
  address: () => string,
  answer: Response,
): Response | TextResponse {
  if (answer.status !== 401 || answer.isCounted === true || !world.config.rateLimits) return answer;
  const verdict = world.limiter.take(visitKey(address()), PER_ADDRESS);
  return verdict.ok ? answer : errorResponse(rateLimitHit(verdict.retrySeconds));
}

/** Requests without credentials and refused ones count together. */
function visitKey(address: string): string {
  return `visit:${networkOf(address)}`;
}

/** Counts a request under a key; refuses it beyond the rules. */
export function limitBy(
  { config, limiter }: LimiterWorld,
  key: string,
  rules: readonly RateLimitRule[],
): void {
  if (!config.rateLimits) return;
  const verdict = limiter.take(key, rules);
  if (!verdict.ok) throw rateLimitHit(verdict.retrySeconds);
}
