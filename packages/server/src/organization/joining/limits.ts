import { rateLimitHit } from '../../http/request-count.ts';
import type { RateLimitRule } from '../../http/rate-limits.ts';
import { networkOf } from '../../http/network.ts';
import type { World } from '../../http/world.ts';

/** Form submissions per network of unauthenticated clients. */
const FORMS_PER_NETWORK: readonly RateLimitRule[] = [{ seconds: 60, count: 10 }];
/** E-mails that unauthenticated clients can trigger, per network and per recipient. */
const EMAILS_PER_NETWORK: readonly RateLimitRule[] = [{ seconds: 86_400, count: 5 }];
const EMAILS_PER_RECIPIENT: readonly RateLimitRule[] = [
  { seconds: 3_600, count: 2 },
  { seconds: 86_400, count: 5 },
];

export function limitForms(world: World, address: string): void {
  take(world, `form:${networkOf(address)}`, FORMS_PER_NETWORK);
}

export function limitEmails(world: World, address: string, to: string): void {
  take(world, `emails:${networkOf(address)}`, EMAILS_PER_NETWORK);
  take(world, `emails-to:${to.toLowerCase()}`, EMAILS_PER_RECIPIENT);
}

function take({ config, limiter }: World, key: string, rules: readonly RateLimitRule[]): void {
  if (!config.rateLimits) return;
  const verdict = limiter.take(key, rules);
  if (!verdict.ok) throw rateLimitHit(verdict.retrySeconds);
}
