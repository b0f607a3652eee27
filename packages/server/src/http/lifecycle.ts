import { decode } from '@parley/contract/decode.ts';
import { retry } from '../engine/db/retry.ts';
import { isLockTimeout, isOutdated } from '../engine/db/errors.ts';
import { ApiError } from '../engine/api-error.ts';
import { shareOf } from './actor.ts';
import { admit } from './admit.ts';
import type { World } from './world.ts';
import type { Account, FindAccount } from './accounts.ts';
import { errorResponse, redirect, success, type HttpResponse } from './response.ts';
import { clientProgram } from './client-name.ts';
import { credentialsOf, type CredentialHeaders, type Credentials } from './credentials.ts';
import { checkText, merged, type Fields } from './fields.ts';
import { subdomainOf } from '../engine/hosts.ts';
import { isLargeRequest } from './large-requests.ts';
import { prefersHtml } from './prefers-html.ts';
import type { Words } from '@parley/contract/words/words.ts';
import { wordsOfUser } from './words-of-user.ts';
import { RequestCount, withRateLimitHeaders } from './request-count.ts';
import type { Call, CallRoute, Route, VisitRoute } from './route.ts';

/** The part of a request that arrives before its body, independent of the transport. */
export type RequestHead = CredentialHeaders & {
  readonly method: string;
  readonly accept: string | undefined;
};

/** A request, independent of the transport. */
export type ParsedRequest = RequestHead & {
  /** The Accept-Encoding header. */
  readonly acceptEncoding: string | undefined;
  readonly userAgent: string | undefined;
  /** The words of the Accept-Language header. */
  readonly words: Words;
  readonly idempotencyKey: string | undefined;
  /** The Range header. */
  readonly range: string | undefined;
  /** The If-None-Match header. */
  readonly ifNoneMatch: string | undefined;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly fields: Fields;
  /** The part of the server that is called; undefined for the API. */
  readonly resource?: string;
  /** A signal that aborts when the client disconnects; created on demand. */
  readonly gone: () => AbortSignal;
};

/** A request with the address of its client, for operations without credentials. */
export type IncomingRequest = ParsedRequest & { readonly address: string };

/**
 * The life of every authenticated API request: host → organization, credentials → user, rate limit, gate, parameters,
 * handler, response. `count` is given for a request that has been counted already.
 */
export async function serve(
  world: World,
  route: CallRoute,
  request: ParsedRequest,
  count = new RequestCount(world),
): Promise<HttpResponse> {
  const { subdomain, fields, client } = readContext(world, request);
  if (isAnonymousBrowser(request)) return redirectToLogin(request);
  const credentials = credentialsOf(world.config.hosts, request);
  let { words } = request;
  const handle = async (account: Account): Promise<HttpResponse> => {
    world.processor.takeTurn();
    const { values, ignored } = read(route, request, fields);
    const cost = route.costOf?.(values) ?? 1;
    if (cost !== 1) count.add(account, cost - 1);
    const { idempotencyKey, gone } = request;
    const { files, spooled, payload } = request.fields;
    const call: Call = {
      world,
      subdomain,
      client,
      ...account,
      files,
      spooled,
      payload,
      idempotencyKey,
      gone,
      charge: (more) => {
        if (more > 0) count.add(account, more);
      },
    };
    const result = await route.handle(call, values);
    world.processor.takeTurn();
    return success(result, ignored, request.acceptEncoding, world.processor.takeTurn);
  };
  const respondTo = async (find: FindAccount): Promise<HttpResponse> => {
    const { host, resource } = request;
    const { endpoint } = route;
    const account = await admit(world, { host, resource, credentials, endpoint, find, count });
    words = wordsOfUser(account.user);
    route.gate(account);
    if (route.hasOwnPace === true) return handle(account);
    const turns = isLargeRequest(fields) ? world.largeRequests : world.requests;
    return turns.run(shareOf(account), () => handle(account));
  };
  try {
    const answer = await (route.isConfirming
      ? respondFromCache(world, credentials, respondTo)
      : respondTo(world.findAccount));
    return withRateLimitHeaders(world, count.verdict, answer);
  } catch (error) {
    if (error instanceof ApiError)
      return withRateLimitHeaders(world, count.verdict, errorResponse(error, words));
    throw error;
  }
}

/** Checks credentials before the body is read; `serve` checks them again. Returns a response only for a redirect. */
export async function checkEarly(
  world: World,
  { endpoint }: CallRoute,
  head: RequestHead,
): Promise<HttpResponse | undefined> {
  if (isAnonymousBrowser(head)) return redirectToLogin(head);
  await admit(world, { host: head.host, credentials: credentialsOf(world.config.hosts, head), endpoint });
  return undefined;
}

function isAnonymousBrowser({ by, authorization, accept }: RequestHead): boolean {
  return by === 'key' && authorization === undefined && prefersHtml(accept);
}

function redirectToLogin({ path }: RequestHead): HttpResponse {
  return redirect(`/login/?next=${encodeURIComponent(path)}`);
}

/** The life of a request to an operation without credentials. A session must be valid all the same. */
export async function serveVisit(
  world: World,
  route: VisitRoute,
  request: IncomingRequest,
): Promise<HttpResponse> {
  const { subdomain, fields, client } = readContext(world, request);
  if (request.by === 'session') {
    const credentials = credentialsOf(world.config.hosts, request);
    await admit(world, { host: request.host, credentials, endpoint: route.endpoint });
  }
  const { values, ignored } = read(route, request, fields);
  return success(await route.handle({ world, subdomain, client, address: request.address }, values), ignored);
}

/** Reads the organization, the parameters and the client program of a request. */
export function readContext(world: World, request: ParsedRequest) {
  const fields = merged(request.fields);
  const client = clientProgram(request.userAgent, takeClientName(request, fields));
  return { subdomain: subdomainOf(world.config.hosts, request.host), fields, client };
}

/** Attempts of an operation whose caller changes while it runs. */
const MAX_ATTEMPTS = 5;

/**
 * Tries the cached account first. The database verifies its version on success; an error may be caused by an outdated
 * account, or by an organization that has moved, so the operation is retried with the current one.
 */
async function respondFromCache(
  world: World,
  { lookup }: Credentials,
  respondTo: (find: FindAccount) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const cached = world.cachedAccount(lookup);
  if (cached !== undefined)
    try {
      return await respondTo(() => Promise.resolve(cached));
    } catch (error) {
      if (!(error instanceof ApiError) && !isOutdated(error) && !isLockTimeout(error)) throw error;
    }
  return retry(MAX_ATTEMPTS, isOutdated, () => respondTo(world.findAccount));
}

/** Every operation takes the parameter `client`, in the query or in the body of a POST. */
function takeClientName(request: ParsedRequest, fields: Map<string, string>): string | undefined {
  const { query, body } = request.fields;
  const name = (request.method === 'POST' ? body.get('client') : undefined) ?? query.get('client');
  if (request.method === 'POST' || !body.has('client')) fields.delete('client');
  return name;
}

/** Decodes the parameters of an operation. */
export function read(
  route: Pick<Route, 'endpoint'>,
  request: ParsedRequest,
  fields: ReadonlyMap<string, string>,
): { values: never; ignored: string[] } {
  checkText(fields);
  checkText(new Map(Object.entries(request.pathParameters)));
  const decoded = decode(route.endpoint.parameters, request.pathParameters, fields);
  if (!decoded.ok) {
    const { code, msg, extra } = decoded.problem;
    throw new ApiError(code, msg, { extra });
  }
  return { values: decoded.values as never, ignored: decoded.unused };
}
