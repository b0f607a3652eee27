import type { IncomingMessage, ServerResponse } from 'node:http';
import type { World } from './world.ts';
import { boundedHeader } from './bounded-header.ts';
import { responseToError, methodNotAllowed, success, type HttpResponse } from './response.ts';
import { noteOperation } from '../engine/work/current-work.ts';
import { optionsResponse } from './cross-origin.ts';
import { readForm, type Fields } from './fields.ts';
import { wordsOfHeader } from '../engine/words/server-words.ts';
import { checkEarly, type IncomingRequest, type ParsedRequest, type RequestHead } from './lifecycle.ts';
import { PREFIX } from './prefix.ts';
import type { Route } from './route.ts';
import type { HttpExchange } from './router.ts';

/** The operations at one path. */
export type Operations = {
  /** The path in the contract, without `PREFIX`. */
  readonly path: string;
  readonly byMethod: ReadonlyMap<string, Route>;
  readonly allowed: readonly string[];
};

export function operationsOf(routes: readonly Route[]): Operations[] {
  return Array.from(
    Map.groupBy(routes.flatMap(pathsOf), ({ path }) => path),
    ([path, group]) => {
      const byMethod = new Map(group.map(({ route }) => [route.endpoint.method as string, route]));
      const allowed = [
        ...byMethod.keys(),
        ...(byMethod.has('GET') || takesProbes(byMethod) ? ['HEAD'] : []),
      ].toSorted();
      return { path, byMethod, allowed };
    },
  );
}

/** Services send HEAD to the address of a webhook to see whether it exists. */
function takesProbes(byMethod: ReadonlyMap<string, Route>): boolean {
  return byMethod.get('POST')?.endpoint.takesPayload === true;
}

function pathsOf(route: Route): { readonly path: string; readonly route: Route }[] {
  return [route.endpoint.path, ...(route.endpoint.aliases ?? [])].map((path) => ({ path, route }));
}

/**
 * Returns the response to a request with a wrong method or wrong credentials, before its body is read. The body of a
 * POST may name another method, so its credentials are checked first. Public operations have no credentials to check.
 */
export async function refuseEarly(
  world: World,
  { byMethod, allowed }: Operations,
  head: RequestHead,
): Promise<HttpResponse | undefined> {
  const { method } = head;
  if (method === 'OPTIONS') return optionsResponse(head, allowed);
  const routes = [...byMethod.values()];
  const route = byMethod.get(method) ?? (method === 'POST' ? routes[0] : undefined);
  if (route === undefined) return methodNotAllowed(allowed);
  noteOperation(route.endpoint.id);
  if (route.kind === 'visit') return undefined;
  const from = world.clock.monotonic();
  const refusal = await checkEarly(world, route, head).catch((error: unknown) =>
    responseToError(error, world, route.endpoint.id),
  );
  if (refusal !== undefined)
    world.metrics.request(route.endpoint.id, refusal.status, world.clock.monotonic() - from);
  return refusal;
}

/** Routes a request that has been read completely to its operation. */
export async function dispatch(
  world: World,
  { byMethod, allowed }: Operations,
  request: Pick<ParsedRequest, 'method' | 'by'>,
  work: (route: Route) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { method } = request;
  if (method === 'OPTIONS') return optionsResponse(request, allowed);
  if (method === 'HEAD' && takesProbes(byMethod)) return success({}, []);
  const route = byMethod.get(method === 'HEAD' ? 'GET' : method);
  if (route === undefined) return methodNotAllowed(allowed);
  noteOperation(route.endpoint.id);
  return measured(world, route, () => traced(world, route, () => work(route)));
}

/** An `ApiError` is counted by its own status, not as an internal error. */
async function measured(
  world: World,
  route: Route,
  work: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const from = world.clock.monotonic();
  let answer: HttpResponse;
  try {
    answer = await work();
  } catch (error) {
    answer = responseToError(error, world, route.endpoint.id);
  }
  world.metrics.request(route.endpoint.id, answer.status, world.clock.monotonic() - from);
  return answer;
}

/** Traces carry the id of the operation, never the parameters. */
function traced(
  { tracing }: World,
  { endpoint }: Route,
  work: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const attributes = { 'http.request.method': endpoint.method, 'http.route': `${PREFIX}${endpoint.path}` };
  return tracing.within(endpoint.id, attributes, work);
}

/** `by` is the kind of credentials that the path takes. */
export function headOf(
  { method = '', url = '', headers }: IncomingMessage,
  by: RequestHead['by'] = 'key',
): RequestHead {
  return {
    by,
    host: headers.host ?? '',
    method,
    path: url,
    authorization: headers.authorization,
    accept: boundedHeader(headers.accept),
    cookie: headers.cookie,
    origin: headers.origin,
    fetchSite: firstOf(headers['sec-fetch-site']),
    marker: firstOf(headers['x-parley']),
  };
}

/** The fields of the query; those of the body are read later. */
export function queryFields({ url = '' }: IncomingMessage): Fields {
  const at = url.indexOf('?');
  return { query: readForm(at === -1 ? '' : url.slice(at + 1)), body: new Map(), files: [], spooled: [] };
}

/** Converts a request of Node.js; `by` is the kind of credentials that the path takes. */
export function incomingOf(
  { proxies }: Pick<World, 'proxies'>,
  { request, response, pathParameters }: HttpExchange,
  fields: Fields,
  by: RequestHead['by'],
): IncomingRequest {
  const head = headOf(request, by);
  const { headers } = request;
  return {
    ...head,
    method: head.method === 'POST' ? (fields.body.get('method') ?? head.method) : head.method,
    acceptEncoding: headers['accept-encoding'],
    userAgent: headers['user-agent'],
    words: wordsOfHeader(boundedHeader(headers['accept-language'])),
    idempotencyKey: firstOf(headers['idempotency-key']),
    range: boundedHeader(headers.range),
    ifNoneMatch: boundedHeader(headers['if-none-match']),
    pathParameters,
    fields,
    gone: () => disconnectSignal(response),
    address: proxies.clientOf(request),
  };
}

/** The first value of a header that was sent more than once. */
function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function disconnectSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const end = (): void => {
    // The event is also emitted after a completed response.
    if (!response.writableFinished) gone.abort();
  };
  if (response.destroyed) end();
  else response.on('close', end);
  return gone.signal;
}
