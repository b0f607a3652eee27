import type { Account } from './accounts.ts';
import { ApiError } from '../engine/api-error.ts';
import type { Scope } from '@parley/contract/scopes.ts';
import { admit, type Caller } from './admit.ts';
import type { World } from './world.ts';
import {
  credentialsOf,
  parseAuthorization,
  sessionCredentials,
  unauthorized,
  type CredentialHeaders,
  type Credentials,
} from './credentials.ts';
import { mayReadWithCookie } from './sessions/own-page.ts';
import { RequestCount } from './request-count.ts';
import type { RequestHead } from './lifecycle.ts';

/** Authenticates the caller of a page, and counts the request against the rate limit. Grants need the scope; without one, none is admitted. */
export function authenticateWithLimit(
  world: World,
  request: CredentialHeaders,
  scope?: Scope,
): Promise<Account> {
  return authenticateRequest(world, request, { count: new RequestCount(world), scope });
}

/** Authenticates the caller of a path outside the API; without a count, not against the rate limit. */
export async function authenticateRequest(
  world: World,
  request: CredentialHeaders,
  how: Pick<Caller, 'count' | 'scope' | 'endpoint'> = {},
): Promise<Account> {
  if (request.by === 'key' && request.authorization === undefined) throw missingCredentials();
  return admit(world, {
    host: request.host,
    credentials: credentialsOf(world.config.hosts, request),
    ...how,
  });
}

export function missingCredentials(): ApiError {
  return unauthorized('Sign in with your e-mail address and API key.');
}

/**
 * Credentials of a request for a file: an API key, or the session of a page that shows the file. Undefined for a visitor
 * without either.
 */
export function readerCredentials({ config }: World, request: RequestHead): Credentials | undefined {
  if (request.authorization !== undefined) return parseAuthorization(request.authorization);
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  return isReading && mayReadWithCookie(request) ? sessionCredentials(config.hosts, request) : undefined;
}

/** Whether a user asks for a page; the credentials of a visitor may be missing or wrong. */
export async function isKnownReader(world: World, request: RequestHead): Promise<boolean> {
  if (!world.config.rateLimits) return false;
  try {
    const credentials = readerCredentials(world, request);
    if (credentials === undefined) return false;
    await admit(world, { host: request.host, credentials });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
