import type { RateLimitRule } from '../../http/rate-limits.ts';
import type { World } from '../../http/world.ts';

/** Invitations that one address receives from all organizations together. */
const INVITATIONS_PER_RECIPIENT: readonly RateLimitRule[] = [
  { seconds: 3_600, count: 2 },
  { seconds: 86_400, count: 5 },
];

/**
 * Counts an invitation to an address; returns the seconds to wait if the address had too many. They are not counted
 * with e-mails that the address asks for itself, so that strangers cannot keep a user from a new password.
 */
export function limitInvitationsTo(
  { config, limiter }: Pick<World, 'config' | 'limiter'>,
  email: string,
): number | undefined {
  if (!config.rateLimits) return undefined;
  const verdict = limiter.take(`invitations-to:${email.toLowerCase()}`, INVITATIONS_PER_RECIPIENT);
  return verdict.ok ? undefined : verdict.retrySeconds;
}
