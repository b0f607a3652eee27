import { isIncomingWebhook, type Actor } from './actor.ts';
import type { ApiError } from '../engine/api-error.ts';
import type { World } from './world.ts';
import { authenticate, parseBasic, unauthorized } from './credentials.ts';
import { subdomainOf } from '../engine/hosts.ts';
import { takeRateLimit, rateLimitHit, type IncomingRequest } from './lifecycle.ts';

/** Authenticates the caller of a page by the API credentials, and counts the request against the rate limit. */
export async function authenticateWithLimit(world: World, request: Credentialed): Promise<Actor> {
  const actor = await authenticateRequest(world, request);
  const verdict = takeRateLimit(world, actor);
  if (!verdict.ok) throw rateLimitHit(verdict.retrySeconds);
  return actor;
}

export function missingCredentials(): ApiError {
  return unauthorized('Sign in with your e-mail address and API key.');
}

type Credentialed = Pick<IncomingRequest, 'host' | 'authorization'>;

/** Authenticates without a rate limit, for files and pictures. */
export async function authenticateRequest(world: World, request: Credentialed): Promise<Actor> {
  if (request.authorization === undefined) throw missingCredentials();
  const subdomain = subdomainOf(world.config.hosts, request.host);
  const actor = await authenticate(world.findAccount, parseBasic(request.authorization), subdomain);
  if (isIncomingWebhook(actor.user)) throw unauthorized('An incoming webhook may only send messages.');
  return actor;
}
