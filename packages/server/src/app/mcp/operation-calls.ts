import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { encode } from '@parley/contract/encode.ts';
import type { ArgumentsOf, Endpoint, ResultOf } from '@parley/contract/endpoint.ts';
import type { ErrorCode } from '@parley/contract/errors.ts';
import { ApiError } from '../../engine/api-error.ts';
import type { Fields } from '../../http/fields.ts';
import { serve, type ParsedRequest } from '../../http/lifecycle.ts';
import { dispatch, type Operations } from '../../http/operations.ts';
import { RequestCount } from '../../http/request-count.ts';
import type { HttpResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { World } from '../../http/world.ts';

/** Calls an operation for the caller of a tool; an error response is thrown as an `ApiError`. */
export type CallOperation = <E extends Endpoint>(endpoint: E, args: ArgumentsOf<E>) => Promise<ResultOf<E>>;

/** The request to `/mcp` that a tool is a part of, without the fields of an operation. */
export type OuterRequest = Omit<ParsedRequest, 'method' | 'pathParameters' | 'fields'>;

/** The operations of the server by their ids, each as the only one of its path. */
export function operationsById(routes: readonly Route[]): ReadonlyMap<string, Operations> {
  return new Map(
    routes.map((route) => {
      const { id, path, method } = route.endpoint;
      return [id, { path, byMethod: new Map([[method, route]]), allowed: [method] }];
    }),
  );
}

/**
 * Operations go the way of every request: admission with scopes and limits, rate limit, turns, parameters, handler, metrics, traces. Only
 * the connection is missing. The first one is counted with the request to `/mcp`, each further one by itself.
 */
export function operationCalls(
  world: World,
  operations: ReadonlyMap<string, Operations>,
  outer: OuterRequest,
  counted: RequestCount,
): CallOperation {
  let count: RequestCount | undefined = counted;
  return async (endpoint, args) => {
    const target = operations.get(endpoint.id);
    if (target === undefined) throw new Error(`The operation ${endpoint.id} has no route.`);
    const request = requestOf(outer, endpoint, args);
    const own = count ?? new RequestCount(world);
    count = undefined;
    const response = await dispatch(world, target, request, (route) => {
      if (route.kind !== 'call') throw new Error(`The operation ${endpoint.id} takes no account.`);
      return serve(world, route, request, own);
    });
    return resultOf<ResultOf<typeof endpoint>>(response);
  };
}

function requestOf(
  outer: OuterRequest,
  endpoint: Endpoint,
  args: Readonly<Record<string, unknown>>,
): ParsedRequest {
  const inPath: Record<string, string> = {};
  for (const [name, value] of Object.entries(args))
    if (endpoint.parameters[name]?.travel === 'path')
      inPath[name] = typeof value === 'string' ? value : JSON.stringify(value);
  const given = new Map(encode(endpoint, args).fields);
  const isInQuery = endpoint.method === 'GET';
  const fields: Fields = {
    query: isInQuery ? given : new Map(),
    body: isInQuery ? new Map() : given,
    files: [],
    spooled: [],
  };
  return { ...outer, method: endpoint.method, pathParameters: inPath, fields };
}

type ErrorBody = { readonly code?: ErrorCode; readonly msg?: string };

async function resultOf<R>({ status, body }: HttpResponse): Promise<R> {
  const answer = JSON.parse(await textIn(body)) as ErrorBody;
  if (status < 400) return answer as R;
  const { code = 'BAD_REQUEST', msg = 'The operation failed.', ...extra } = answer;
  throw new ApiError(code, msg, { status, extra });
}

async function textIn(body: HttpResponse['body']): Promise<string> {
  if (typeof body === 'string') return body;
  if (Buffer.isBuffer(body)) return body.toString();
  return body instanceof Readable ? textOf(body) : Buffer.concat(body).toString();
}
