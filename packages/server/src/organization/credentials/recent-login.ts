import { ApiError } from '../../engine/api-error.ts';
import { isAdministrator } from '@parley/contract/rights/roles.ts';
import { scopeRequired } from '../../http/admit.ts';
import { isBot } from '../../http/actor.ts';
import type { Call } from '../../http/route.ts';

/** A log-in is recent for this long. */
const RECENT_LOGIN_MS = 3_600_000;

/** The part of a request that says when its user logged in. */
export type LoggedInCall = Pick<Call, 'world' | 'user' | 'credential'>;

export function hasRecentLogin({ world, credential }: Pick<LoggedInCall, 'world' | 'credential'>): boolean {
  return world.clock.now() - credential.createdAt < RECENT_LOGIN_MS;
}

/** Throws unless the user logged in recently, so that a stolen key or session does not become a stolen account. */
export function requireRecentLogin({ world, user, credential }: LoggedInCall): void {
  if (credential.kind === 'grant') throw scopeRequired(null);
  // The owner of a bot can replace its key at any time, so a new key proves nothing.
  if (isBot(user)) throw loginRequired('A bot cannot do this, because it does not log in.');
  if (!hasRecentLogin({ world, credential })) throw loginRequired('Log in again, then repeat the request.');
}

/** Throws unless a user who grants a role, or takes it away, may do so with this log-in. */
export function requireRecentLoginForRole(call: LoggedInCall, role: number): void {
  if (isAdministrator({ role })) requireRecentLogin(call);
}

function loginRequired(message: string): ApiError {
  return new ApiError('RECENT_LOGIN_REQUIRED', message);
}
