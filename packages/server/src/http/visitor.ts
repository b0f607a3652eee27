import type { Actor } from './actor.ts';
import type { ApiError } from '../engine/api-error.ts';
import type { World } from './world.ts';
import { authenticate, parseBasic, unauthorized } from './credentials.ts';
import { subdomainOf } from '../engine/hosts.ts';
import { takeRateLimit, tooMany, type Incoming } from './lifecycle.ts';

const INCOMING_WEBHOOK = 2;

/** Who looks at a page: the credentials of the API, for which a browser asks its user. */
export async function visitorOf(world: World, request: Asking): Promise<Actor> {
  const actor = await knownVisitor(world, request);
  const verdict = takeRateLimit(world, actor);
  if (!verdict.ok) throw tooMany(verdict.retrySeconds);
  return actor;
}

export function withoutCredentials(): ApiError {
  return unauthorized('Sign in with your e-mail address and API key.');
}

type Asking = Pick<Incoming, 'host' | 'authorization'>;

/** The same for what is asked for in great numbers: files and pictures. */
export async function knownVisitor(world: World, request: Asking): Promise<Actor> {
  if (request.authorization === undefined) throw withoutCredentials();
  const subdomain = subdomainOf(world.config.hosts, request.host);
  const actor = await authenticate(world.findAccount, parseBasic(request.authorization), subdomain);
  if (actor.user.bot_type === INCOMING_WEBHOOK) throw unauthorized('This bot may only send messages.');
  return actor;
}
