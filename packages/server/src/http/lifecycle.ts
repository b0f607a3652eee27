import { decode } from '@parley/contract/decode.ts';
import { again } from '../engine/db/retry.ts';
import { isOutdated } from '../engine/db/errors.ts';
import { ApiError } from '../engine/api-error.ts';
import type { Actor } from './actor.ts';
import type { World } from './world.ts';
import type { FindAccount } from './accounts.ts';
import { errorResponse, redirect, success, type Answer } from './answer.ts';
import { clientProgram } from './client-name.ts';
import { authenticate, parseBasic, unauthorized, type Credentials } from './credentials.ts';
import { checkText, merged, type Fields } from './fields.ts';
import { subdomainOf } from '../engine/hosts.ts';
import { limitsOf, type Verdict } from './rate-limits.ts';
import type { Call, CallRoute, Route, VisitRoute } from './route.ts';

/** The part of a request that is there before its body, free of the HTTP library. */
export type RequestHead = {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly accept: string | undefined;
};

/** A request as it arrives, free of the HTTP library. */
export type ParsedRequest = RequestHead & {
  /** How the answer may be packed. */
  readonly acceptedCodings: string | undefined;
  readonly userAgent: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Which part of a file is wanted. */
  readonly range: string | undefined;
  /** The `ETag` of what the client holds already. */
  readonly knownTag: string | undefined;
  readonly inPath: Readonly<Record<string, string>>;
  readonly fields: Fields;
  /** Ends when the client has gone away; made for those who ask. */
  readonly gone: () => AbortSignal;
};

/** One that may come from somebody who is not known, but for where it comes from. */
export type Incoming = ParsedRequest & { readonly address: string };

/** The life of every request to the API by somebody with credentials, top to bottom. */
export async function serve(world: World, route: CallRoute, request: ParsedRequest): Promise<Answer> {
  const { subdomain, fields, client } = arrive(world, request);
  if (wantsLogin(request)) return toLogin(request);
  const credentials = credentialsOf(request);
  let verdict: Verdict | undefined;
  const answerTo = async (find: FindAccount): Promise<Answer> => {
    const account = await authenticate(find, credentials, subdomain);
    checkCapability(account, route);
    verdict ??= takeRateLimit(world, account);
    if (!verdict.ok) throw tooMany(verdict.retrySeconds);
    route.gate(account);
    const { values, ignored } = read(route, request, fields);
    const { idempotencyKey, gone } = request;
    const { files, spooled } = request.fields;
    const call: Call = { world, subdomain, client, ...account, files, spooled, idempotencyKey, gone };
    return success(await route.handle(call, values), ignored, request.acceptedCodings);
  };
  try {
    const answer = await (route.isConfirming
      ? confirmed(world, credentials, answerTo)
      : answerTo(world.findAccount));
    return withLimits(world, verdict, answer);
  } catch (error) {
    if (error instanceof ApiError && verdict !== undefined)
      return withLimits(world, verdict, errorResponse(error));
    throw error;
  }
}

/** Judges credentials before a body is read; without a refusal they are judged again when the body is there. */
export async function admit(world: World, route: CallRoute, head: RequestHead): Promise<Answer | undefined> {
  if (wantsLogin(head)) return toLogin(head);
  const subdomain = subdomainOf(world.config.hosts, head.host);
  checkCapability(await authenticate(world.findAccount, credentialsOf(head), subdomain), route);
  return undefined;
}

function wantsLogin({ authorization, accept }: RequestHead): boolean {
  return authorization === undefined && prefersHtml(accept);
}

function toLogin({ path }: RequestHead): Answer {
  return redirect(`/login/?next=${encodeURIComponent(path)}`);
}

/** The same where nobody has to be known. */
export async function serveVisit(world: World, route: VisitRoute, request: Incoming): Promise<Answer> {
  const { subdomain, fields, client } = arrive(world, request);
  const { values, ignored } = read(route, request, fields);
  return success(await route.handle({ world, subdomain, client, address: request.address }, values), ignored);
}

/** Reads what every request says: its organization, its parameters and the client that sent it. */
export function arrive(world: World, request: ParsedRequest) {
  const fields = merged(request.fields);
  const client = clientProgram(request.userAgent, takeClientName(request, fields));
  return { subdomain: subdomainOf(world.config.hosts, request.host), fields, client };
}

/** How often an operation is begun when the rules change under it. */
const TRIES = 5;

/**
 * Begins with what is remembered of the caller. Success has been confirmed by the database; anything else is found
 * out anew with what is true now.
 */
async function confirmed(
  world: World,
  { keyHash }: Credentials,
  answerTo: (find: FindAccount) => Promise<Answer>,
): Promise<Answer> {
  const known = world.cachedAccount(keyHash);
  if (known !== undefined)
    try {
      return await answerTo(() => Promise.resolve(known));
    } catch (error) {
      if (!(error instanceof ApiError) && !isOutdated(error)) throw error;
    }
  return again(TRIES, isOutdated, () => answerTo(world.findAccount));
}

/** The parameter `client` names the program on every operation; in other bodies than POST's it is unknown. */
function takeClientName(request: ParsedRequest, fields: Map<string, string>): string | undefined {
  const { query, body } = request.fields;
  const name = (request.method === 'POST' ? body.get('client') : undefined) ?? query.get('client');
  if (request.method === 'POST' || !body.has('client')) fields.delete('client');
  return name;
}

function credentialsOf(request: RequestHead): Credentials {
  if (request.authorization === undefined) throw unauthorized('Credentials are required.');
  return parseBasic(request.authorization);
}

/** Decodes the parameters of an operation. */
export function read(
  route: Pick<Route, 'endpoint'>,
  request: ParsedRequest,
  fields: ReadonlyMap<string, string>,
): { values: never; ignored: string[] } {
  checkText(fields);
  checkText(new Map(Object.entries(request.inPath)));
  const decoded = decode(route.endpoint.parameters, request.inPath, fields);
  if (!decoded.ok) {
    const { code, msg, extra } = decoded.problem;
    throw new ApiError(code, msg, { extra });
  }
  return { values: decoded.values as never, ignored: decoded.unused };
}

/** The key of an incoming webhook can send messages and nothing else. */
const INCOMING_WEBHOOK = 2;

export function checkCapability(actor: Actor, { endpoint }: Pick<Route, 'endpoint'>): void {
  if (actor.user.bot_type === INCOMING_WEBHOOK && endpoint.id !== 'send-message')
    throw unauthorized('This bot may only send messages.');
}

const UNLIMITED: Verdict = { ok: true, takeRateLimit: 0, remaining: 0, resetSeconds: 0 };

export function takeRateLimit(world: World, { user }: Actor): Verdict {
  return world.config.rateLimits
    ? world.limiter.take(`user:${user.realm_id}:${user.id}`, limitsOf(user.rate_limits))
    : UNLIMITED;
}

export function tooMany(seconds: number): ApiError {
  return new ApiError('RATE_LIMIT_HIT', `Too many requests; try again in ${seconds.toFixed(1)} seconds.`, {
    extra: { 'retry-after': seconds },
  });
}

export function withLimits<A extends Answer>(world: World, verdict: Verdict | undefined, answer: A): A {
  if (verdict === undefined || verdict === UNLIMITED) return answer;
  const reset = verdict.ok ? verdict.resetSeconds : verdict.retrySeconds;
  answer.headers['x-ratelimit-limit'] = String(verdict.takeRateLimit);
  answer.headers['x-ratelimit-remaining'] = String(verdict.ok ? verdict.remaining : 0);
  answer.headers['x-ratelimit-reset'] = String(Math.ceil(world.clock.now() / 1000 + reset));
  return answer;
}

function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const weightOf = (type: string): number => {
    let best = 0;
    for (const part of accept.split(',')) {
      const [range, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const weight = Number(parameters.find((p) => p.startsWith('q='))?.slice(2) ?? 1);
      const fits = range === type || range === '*/*' || range === `${type.split('/')[0]}/*`;
      // A named type counts a little more than a pattern that contains it.
      if (fits) best = Math.max(best, weight + (range === type ? 0.0001 : 0));
    }
    return best;
  };
  return weightOf('text/html') > weightOf('application/json');
}
