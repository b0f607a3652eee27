import { isIncomingWebhook } from './actor.ts';
import type { Account } from './accounts.ts';
import { ApiError } from '../engine/api-error.ts';
import type { World } from './world.ts';
import {
  authenticate,
  credentialsOf,
  parseBasic,
  sessionCredentials,
  unauthorized,
  type CredentialHeaders,
  type Credentials,
} from './credentials.ts';
import { mayReadWithCookie } from './sessions/own-page.ts';
import { subdomainOf } from '../engine/hosts.ts';
import { takeRateLimit, rateLimitHit, type RequestHead } from './lifecycle.ts';

/** Authenticates the caller of a page, and counts the request against the rate limit. */
export async function authenticateWithLimit(world: World, request: CredentialHeaders): Promise<Account> {
  const account = await authenticateRequest(world, request);
  countRequest(world, account);
  return account;
}

/** Counts a request against the rate limit of its user. */
export function countRequest(world: World, account: Account): void {
  const verdict = takeRateLimit(world, account);
  if (!verdict.ok) throw rateLimitHit(verdict.retrySeconds);
}

export function missingCredentials(): ApiError {
  return unauthorized('Sign in with your e-mail address and API key.');
}

/**
 * Credentials of a request for a file: an API key, or the session of a page that shows the file. Undefined for a visitor
 * without either.
 */
export function readerCredentials({ config }: World, request: RequestHead): Credentials | undefined {
  if (request.authorization !== undefined) return parseBasic(request.authorization);
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  return isReading && mayReadWithCookie(request) ? sessionCredentials(config.hosts, request) : undefined;
}

/** Whether a user asks for a page; the credentials of a visitor may be missing or wrong. */
export async function isKnownReader(world: World, request: RequestHead): Promise<boolean> {
  if (!world.config.rateLimits) return false;
  try {
    const credentials = readerCredentials(world, request);
    return credentials !== undefined && (await authenticateWith(world, request, credentials)).user.is_active;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Authenticates without a rate limit, for files and pictures. */
export async function authenticateRequest(world: World, request: CredentialHeaders): Promise<Account> {
  if (request.by === 'key' && request.authorization === undefined) throw missingCredentials();
  return authenticateWith(world, request, credentialsOf(world.config.hosts, request));
}

/** Like `authenticateRequest`, with credentials that were read before. */
export async function authenticateWith(
  world: World,
  { host }: Pick<RequestHead, 'host'>,
  credentials: Credentials,
): Promise<Account> {
  const subdomain = subdomainOf(world.config.hosts, host);
  const account = await authenticate(world.findAccount, credentials, subdomain);
  if (isIncomingWebhook(account.user)) throw unauthorized('An incoming webhook may only send messages.');
  return account;
}
