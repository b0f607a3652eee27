import { ApiError } from '../../engine/api-error.ts';
import type { Call } from '../../http/route.ts';

/** A log-in is recent for this long. */
const RECENT_LOGIN_MS = 3_600_000;

/** Throws unless the user logged in recently, so that a stolen key or session does not become a stolen account. */
export function requireRecentLogin({ world, credential }: Pick<Call, 'world' | 'credential'>): void {
  if (world.clock.now() - credential.createdAt >= RECENT_LOGIN_MS)
    throw new ApiError('RECENT_LOGIN_REQUIRED', 'Log in again, then repeat the request.');
}
