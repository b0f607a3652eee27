import { errorResponse, success, withoutDialog, type HttpResponse } from '../../http/response.ts';
import { readContext, read, type IncomingRequest } from '../../http/lifecycle.ts';
import { rateLimitHit, withRateLimitHeaders } from '../../http/request-count.ts';
import type { SpectatorRoute } from '../../http/route.ts';
import { ApiError } from '../../engine/api-error.ts';
import type { World } from '../../http/world.ts';
import { findSpectator, needsAccount } from '../../chat/spectators/access.ts';
import { takeFromAddress } from '../../chat/spectators/limits.ts';

/**
 * Serves a request below `/json` without a session: either a spectator may call the endpoint, or it needs an account. A
 * request with credentials is never treated as a spectator's.
 */
export async function serveSpectator(
  world: World,
  route: SpectatorRoute | undefined,
  request: IncomingRequest,
): Promise<HttpResponse> {
  if (route === undefined || request.authorization !== undefined || !world.config.webPublic)
    return withoutDialog(errorResponse(needsAccount()));
  const verdict = takeFromAddress(world, request.address);
  try {
    if (verdict?.ok === false) throw rateLimitHit(verdict.retrySeconds);
    return withRateLimitHeaders(world, verdict, await answerSpectator(world, route, request));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const answer = errorResponse(error);
    return error.status === 401 ? withoutDialog(answer) : withRateLimitHeaders(world, verdict, answer);
  }
}

async function answerSpectator(
  world: World,
  route: SpectatorRoute,
  request: IncomingRequest,
): Promise<HttpResponse> {
  const { subdomain, fields, client } = readContext(world, request);
  const actor = await findSpectator(world, subdomain);
  if (actor === undefined) throw needsAccount();
  const { values, ignored } = read(route, request, fields);
  const call = { world: withoutHostedAvatars(world), subdomain, client, ...actor };
  return success(await route.handle(call, values), ignored, request.acceptEncoding);
}

/** Gravatar URLs contain a hash of the e-mail address, which spectators must not see. */
function withoutHostedAvatars(world: World): World {
  return {
    ...world,
    config: { ...world.config, gravatar: false },
  };
}
