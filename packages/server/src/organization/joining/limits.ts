import { limitBy } from '../../http/address-limits.ts';
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
  limitBy(world, `form:${networkOf(address)}`, FORMS_PER_NETWORK);
}

export function limitEmails(world: World, address: string, to: string): void {
  limitBy(world, `emails:${networkOf(address)}`, EMAILS_PER_NETWORK);
  limitBy(world, `emails-to:${to.toLowerCase()}`, EMAILS_PER_RECIPIENT);
}
