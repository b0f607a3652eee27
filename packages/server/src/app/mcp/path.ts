import type { IncomingMessage } from 'node:http';
import { parseJsonText } from '@parley/contract/json-text.ts';
import { tools } from '@parley/contract/tools.ts';
import { scopeOfTool } from '@parley/contract/tools/tool.ts';
import type { Scope } from '@parley/contract/scopes.ts';
import { ApiError } from '../../engine/api-error.ts';
import { subdomainOf, urlOf } from '../../engine/hosts.ts';
import type { Account } from '../../http/accounts.ts';
import { admit, scopeRequired } from '../../http/admit.ts';
import { readWhole } from '../../http/body.ts';
import { parseAuthorization } from '../../http/credentials.ts';
import { incomingOf, queryFields, type Operations } from '../../http/operations.ts';
import { bodyTypeOf } from '../../http/read-body.ts';
import { RequestCount, withRateLimitHeaders } from '../../http/request-count.ts';
import { methodNotAllowed, responseToError, type HttpResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { HttpExchange, Path } from '../../http/router.ts';
import type { World } from '../../http/world.ts';
import { MCP_PATH, metadataPathOf } from '../../organization/oauth/resources.ts';
import { operationCalls, operationsById } from './operation-calls.ts';
import { answerMessage } from './protocol.ts';
import { rpcError } from './rpc-error.ts';

/** Serves language models: JSON-RPC by POST, one message for one request, without sessions. */
export function mcpPath(world: World, routes: readonly Route[]): Path {
  const operations = operationsById(routes);
  return {
    name: MCP_PATH,
    handle: async (exchange) => {
      if (exchange.request.method !== 'POST') return methodNotAllowed(['POST']);
      const from = world.clock.monotonic();
      const response = await answer(world, operations, exchange);
      world.metrics.request('mcp', response.status, world.clock.monotonic() - from);
      return response;
    },
  };
}

async function answer(
  world: World,
  operations: ReadonlyMap<string, Operations>,
  exchange: HttpExchange,
): Promise<HttpResponse> {
  const count = new RequestCount(world);
  const url = urlOf(world.config.hosts, subdomainOf(world.config.hosts, exchange.request.headers.host ?? ''));
  try {
    const response = await serveMessage(world, operations, exchange, url, count);
    return withRateLimitHeaders(world, count.verdict, response);
  } catch (error) {
    const response = withRateLimitHeaders(world, count.verdict, responseToError(error, world, MCP_PATH));
    const challenge = challengeOf(url, error);
    if (challenge !== undefined) response.headers['www-authenticate'] = challenge;
    return response;
  }
}

async function serveMessage(
  world: World,
  operations: ReadonlyMap<string, Operations>,
  exchange: HttpExchange,
  url: string,
  count: RequestCount,
): Promise<HttpResponse> {
  const { request } = exchange;
  checkOrigin(url, request);
  const account = await admitBearer(world, request, count);
  if (bodyTypeOf(request) !== 'application/json')
    return rpcError(415, 'The body has to be application/json.');
  const read = parseJsonText(String(await readWhole(request)));
  if (!read.ok) return rpcError(400, `The body ${read.problem}.`, PARSE_ERROR);
  const refusal = refusalOf(read.value);
  if (refusal !== undefined) return refusal;
  checkScopeOfTool(account, read.value);
  const {
    method: _method,
    fields: _fields,
    pathParameters: _parameters,
    ...head
  } = incomingOf(world, exchange, queryFields(request), 'key');
  const outer = {
    ...head,
    acceptEncoding: undefined,
    idempotencyKey: undefined,
    range: undefined,
    resource: MCP_PATH,
  };
  const call = operationCalls(world, operations, outer, count);
  const response = await answerMessage({ world, account, url, call }, webRequestOf(url, request), read.value);
  return {
    status: response.status,
    headers: {
      'content-type': response.headers.get('content-type') ?? 'application/json',
      'cache-control': 'no-store',
    },
    body: await response.text(),
  };
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;

/** Lists of messages left the protocol in 2025, and streams of changes would announce nothing: tools change with a release. */
function refusalOf(message: unknown): HttpResponse | undefined {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return rpcError(400, 'The body has to be one JSON-RPC message.', INVALID_REQUEST);
  if ('method' in message && message.method === 'subscriptions/listen')
    return rpcError(
      404,
      'The server has no subscriptions.',
      METHOD_NOT_FOUND,
      'id' in message ? message.id : null,
    );
  return undefined;
}

/**
 * A page of another site could use an address on the network of its visitor, so browsers are served to pages of the organization only. Its
 * address is compared and not the `Host` header, because a name that was pointed here meanwhile is in both headers.
 */
function checkOrigin(url: string, { headers: { origin } }: IncomingMessage): void {
  if (origin !== undefined && origin !== url)
    throw new ApiError('BAD_REQUEST', 'Pages of other origins may not call this address.', { status: 403 });
}

/** Tokens of grants only: a key or a session would have all rights of its user. */
async function admitBearer(
  world: World,
  { headers }: IncomingMessage,
  count: RequestCount,
): Promise<Account> {
  const { authorization, host = '' } = headers;
  const credentials = authorization === undefined ? undefined : parsed(authorization);
  if (credentials?.kind !== 'grant')
    throw new ApiError('UNAUTHORIZED', 'Send the token of a grant as Authorization: Bearer.');
  return admit(world, { host, credentials, scope: 'each', resource: MCP_PATH, count });
}

function parsed(authorization: string): ReturnType<typeof parseAuthorization> | undefined {
  try {
    return parseAuthorization(authorization);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

const scopesOfTools = new Map(tools.map((tool) => [tool.name, scopeOfTool(tool)]));

/** A client that lacks the scope of a tool is told before, by the status with which it can ask its user for more. */
function checkScopeOfTool({ credential }: Account, message: unknown): void {
  const { method, params } = message as {
    readonly method?: unknown;
    readonly params?: { readonly name?: unknown } | null;
  };
  if (method !== 'tools/call' || typeof params?.name !== 'string') return;
  const scope = scopesOfTools.get(params.name);
  if (scope !== undefined && (scope === null || credential.scopes?.has(scope) !== true))
    throw scopeRequired(scope);
}

function challengeOf(url: string, error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const metadata = `resource_metadata="${url}${metadataPathOf(MCP_PATH)}"`;
  if (error.status === 401) return `Bearer ${metadata}`;
  const scope = error.extra['scope'] as Scope | null | undefined;
  if (error.code !== 'SCOPE_REQUIRED' || typeof scope !== 'string') return undefined;
  return `Bearer error="insufficient_scope", scope="${scope}", ${metadata}`;
}

/** Headers that the library compares with the message. */
const COMPARED = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

function webRequestOf(url: string, { headers }: IncomingMessage): Request {
  const kept = COMPARED.flatMap((name): [string, string][] => {
    const value = headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return new Request(url + MCP_PATH, { method: 'POST', headers: kept });
}
