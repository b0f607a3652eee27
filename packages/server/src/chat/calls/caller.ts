import { ApiError } from '../../engine/api-error.ts';
import type { Account } from '../../http/accounts.ts';
import { admit } from '../../http/admit.ts';
import { authenticateWithLimit } from '../../http/authenticate-request.ts';
import { sessionCredentials } from '../../http/credentials.ts';
import type { IncomingRequest } from '../../http/lifecycle.ts';
import { RequestCount } from '../../http/request-count.ts';
import { mayReadWithCookie } from '../../http/sessions/own-page.ts';
import type { World } from '../../http/world.ts';

/** A browser on its way to the provider, from a page of the organization or by an API key. */
export function callerToProvider(world: World, request: IncomingRequest): Promise<Account> {
  const session = sessionOf(world, request);
  if (session === undefined) return authenticateWithLimit(world, request);
  if (!mayReadWithCookie(request))
    throw new ApiError('FOREIGN_PAGE', 'The request did not come from a page of this organization.');
  return session();
}

/**
 * A browser on its way back, which another site sends. The state that it carries belongs to one user, who must be the one of the
 * session: nobody else could have begun it.
 */
export function callerFromProvider(world: World, request: IncomingRequest): Promise<Account> {
  return sessionOf(world, request)?.() ?? authenticateWithLimit(world, request);
}

function sessionOf(world: World, request: IncomingRequest): (() => Promise<Account>) | undefined {
  if (request.authorization !== undefined) return undefined;
  const credentials = sessionCredentials(world.config.hosts, request);
  if (credentials === undefined) return undefined;
  return () => admit(world, { host: request.host, credentials, count: new RequestCount(world) });
}
