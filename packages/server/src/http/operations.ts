import type { IncomingMessage, ServerResponse } from 'node:http';
import type { World } from './world.ts';
import { responseToError, methodNotAllowed, type Answer } from './answer.ts';
import { preflight } from './cross-origin.ts';
import type { Fields } from './fields.ts';
import { admit, type ParsedRequest, type RequestHead } from './lifecycle.ts';
import { PREFIX } from './prefix.ts';
import type { Route } from './route.ts';

/** The operations at one path. */
export type Operations<R extends Route = Route> = {
  /** As the contract says it, behind the prefix. */
  readonly path: string;
  readonly byMethod: ReadonlyMap<string, R>;
  readonly allowed: readonly string[];
};

export function operationsOf(routes: readonly Route[]): Operations[] {
  return Array.from(
    Map.groupBy(routes.flatMap(pathsOf), ({ path }) => path),
    ([path, group]) => {
      const byMethod = new Map(group.map(({ route }) => [route.endpoint.method as string, route]));
      const allowed = [...byMethod.keys(), ...(byMethod.has('GET') ? ['HEAD'] : [])].toSorted();
      return { path, byMethod, allowed };
    },
  );
}

function pathsOf(route: Route): { readonly path: string; readonly route: Route }[] {
  return [route.endpoint.path, ...(route.endpoint.aliases ?? [])].map((path) => ({ path, route }));
}

/**
 * Answers a request that must not get as far as its body: its method or its credentials are wrong. The body of a POST
 * may name another method, so there credentials come first. Paths that need no credentials admit everybody.
 */
export async function refuseEarly(
  world: World,
  { byMethod, allowed }: Operations,
  head: RequestHead,
): Promise<Answer | undefined> {
  const { method } = head;
  if (method === 'OPTIONS') return preflight(allowed);
  const routes = [...byMethod.values()];
  const route = byMethod.get(method) ?? (method === 'POST' ? routes[0] : undefined);
  if (route === undefined) return methodNotAllowed(allowed);
  if (route.kind === 'visit') return undefined;
  const from = world.clock.monotonic();
  const refusal = await admit(world, route, head).catch((error: unknown) =>
    responseToError(error, world.report),
  );
  if (refusal !== undefined)
    world.metrics.request(route.endpoint.id, refusal.status, world.clock.monotonic() - from);
  return refusal;
}

/** Whether the credentials of a POST are judged before its method, which its body may name. */
export function needsEarlyCheck(
  { byMethod }: Operations,
  { method }: Pick<ParsedRequest, 'method'>,
): boolean {
  return method !== 'POST' || !byMethod.has('POST');
}

/** What a request is answered of which everything has been read. */
export async function dispatch<R extends Route>(
  world: World,
  { byMethod, allowed }: Operations<R>,
  { method }: Pick<ParsedRequest, 'method'>,
  work: (route: R) => Promise<Answer>,
): Promise<Answer> {
  if (method === 'OPTIONS') return preflight(allowed);
  const route = byMethod.get(method === 'HEAD' ? 'GET' : method);
  if (route === undefined) return methodNotAllowed(allowed);
  return measured(world, route, () => traced(world, route, () => work(route)));
}

/** A refusal is counted as one, not as a failure of ours. */
async function measured(world: World, route: Route, work: () => Promise<Answer>): Promise<Answer> {
  const from = world.clock.monotonic();
  const answer = await work().catch((error: unknown) => responseToError(error, world.report));
  world.metrics.request(route.endpoint.id, answer.status, world.clock.monotonic() - from);
  return answer;
}

/** The name of a request is that of its operation; what it asks for stays out of traces. */
function traced({ tracing }: World, { endpoint }: Route, work: () => Promise<Answer>): Promise<Answer> {
  const attributes = { 'http.request.method': endpoint.method, 'http.route': `${PREFIX}${endpoint.path}` };
  return tracing.within(endpoint.id, attributes, work);
}

/** The part of a request that decides whether its body is read. */
export function headOf({ method = '', url = '', headers }: IncomingMessage): RequestHead {
  return {
    host: headers.host ?? '',
    method,
    path: url,
    authorization: headers.authorization,
    accept: headers.accept,
  };
}

/** A request free of what brought it here. */
export function requestOf(
  request: IncomingMessage,
  response: ServerResponse,
  inPath: Readonly<Record<string, string>>,
  fields: Fields,
): ParsedRequest {
  const head = headOf(request);
  const { headers } = request;
  return {
    ...head,
    method: head.method === 'POST' ? (fields.body.get('method') ?? head.method) : head.method,
    acceptedCodings: headers['accept-encoding'],
    userAgent: headers['user-agent'],
    idempotencyKey: oneOf(headers['idempotency-key']),
    range: headers.range,
    knownTag: headers['if-none-match'],
    inPath,
    fields,
    gone: () => goneWith(response),
  };
}

/** Of a header that is sent twice, the first counts. */
function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function goneWith(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const end = (): void => {
    // Also closed when it was answered, and then nobody need hear of it.
    if (!response.writableFinished) gone.abort();
  };
  if (response.destroyed) end();
  else response.on('close', end);
  return gone.signal;
}
