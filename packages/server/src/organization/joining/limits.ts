import { tooMany } from '../../http/lifecycle.ts';
import type { Rule } from '../../http/rate-limits.ts';
import { networkOf } from '../login/network.ts';
import type { World } from '../../http/world.ts';

/** Forms that make the server work for a stranger. */
const FORMS: readonly Rule[] = [{ seconds: 60, count: 10 }];
/** Letters that a stranger can have sent, and that an address can get by strangers. */
const LETTERS_OF_CALLER: readonly Rule[] = [{ seconds: 86_400, count: 5 }];
const LETTERS_TO_ADDRESS: readonly Rule[] = [
  { seconds: 3_600, count: 2 },
  { seconds: 86_400, count: 5 },
];

export function limitForms(world: World, address: string): void {
  take(world, `form:${networkOf(address)}`, FORMS);
}

export function limitEmails(world: World, address: string, to: string): void {
  take(world, `letters:${networkOf(address)}`, LETTERS_OF_CALLER);
  take(world, `letters-to:${to.toLowerCase()}`, LETTERS_TO_ADDRESS);
}

function take({ config, limiter }: World, key: string, rules: readonly Rule[]): void {
  if (!config.rateLimits) return;
  const verdict = limiter.take(key, rules);
  if (!verdict.ok) throw tooMany(verdict.retrySeconds);
}
