import { createServer as createHttpServer, type RequestListener } from 'node:http';
import multipart from '@fastify/multipart';
import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiError, badRequest } from '../engine/api-error.ts';
import { countRefusal, limitPage } from './address-limits.ts';
import { authenticateWithLimit, isKnownReader } from './authenticate-request.ts';
import { declaredLength, hasBody, MAX_BODY_BYTES, requestTooLarge, unreadableBody } from './body.ts';
import {
  allowLargeBody,
  LARGE_BODY_TIMEOUT_MS,
  limitBodyTime,
  MALFORMED_REQUEST,
  REQUEST_TIMEOUT,
} from './body-time.ts';
import { checkTarget } from './check-target.ts';
import { limitConnections } from './connection-limit.ts';
import { optionsResponse, originHeaders } from './cross-origin.ts';
import { serveEventStreams } from './event-stream.ts';
import { endWithResponse } from './final-response.ts';
import { emptyFields, toIncoming, type Send } from './library-request.ts';
import type { IncomingRequest } from './lifecycle.ts';
import { addOperationPath, browserAccess, keyAccess } from './operation-paths.ts';
import { headOf, operationsOf } from './operations.ts';
import type { Page } from './page.ts';
import { NO_FILES, PART_LIMITS } from './parts.ts';
import { servePlain } from './plain.ts';
import { servePollConnections } from './poll-connections.ts';
import { servePolls } from './polls.ts';
import { PREFIX } from './prefix.ts';
import type { ProtocolHandler } from './protocol-handler.ts';
import { readBody, registerBodyKinds } from './read-body.ts';
import {
  errorResponse,
  pathNotFound,
  responseToError,
  withoutDialog,
  type HttpResponse,
} from './response.ts';
import type { Route, SpectatorRoute } from './route.ts';
import type { World } from './world.ts';
import { COMMON_HEADERS, writeFinalResponse, writeResponse } from './write-response.ts';

/** Receiving a request has a timeout; waiting for a response (a long poll) has none. */
const LIMITS = {
  requestTimeout: LARGE_BODY_TIMEOUT_MS,
  keepAliveTimeout: 75_000,
  headersTimeout: 8_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
};

/** Serves a request of a visitor without an account; an undefined route means that the operation needs an account. */
export type ServeSpectator = (
  world: World,
  route: SpectatorRoute | undefined,
  request: IncomingRequest,
) => Promise<HttpResponse>;

/** Routes and pages of a server. */
export type ServerContents = {
  readonly routes: readonly Route[];
  /** Operations that visitors without an account may call too. */
  readonly spectatorRoutes: readonly SpectatorRoute[];
  readonly serveSpectator: ServeSpectator;
  readonly pages: readonly Page[];
  readonly protocolHandlers?: readonly ProtocolHandler[];
  /** Every request goes through the HTTP library; tests compare the fast paths with this mode. */
  readonly hasNoFastPaths?: boolean | undefined;
};

export type HttpServer = {
  readonly app: FastifyInstance;
  /** Closes all connections, including those with a request in progress. */
  readonly closeAllConnections: () => void;
};

/** Serves everything with Fastify, which only the files beside this one know. */
export async function createServer(
  world: World,
  {
    routes,
    spectatorRoutes,
    serveSpectator,
    pages,
    protocolHandlers = [],
    hasNoFastPaths = false,
  }: ServerContents,
): Promise<HttpServer> {
  const all = operationsOf(routes);
  const app = Fastify({
    serverFactory: (serveByLibrary) => {
      const others = withServedMethod(serveByLibrary);
      return createHttpServer(
        LIMITS,
        hasNoFastPaths ? others : servePolls(world, servePlain(world, all, others)),
      );
    },
    trustProxy: world.proxies.trusts,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 16_384 },
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply) => {
      write(world, reply, errorResponse(badRequest('The address of the request is malformed.')));
    },
    clientErrorHandler: (error, socket) => {
      // A timeout may be caused by a busy server and deserves a status that clients retry.
      const isTimeout = 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      const response = isTimeout ? REQUEST_TIMEOUT : MALFORMED_REQUEST;
      if (socket.writable)
        endWithResponse(socket, isOfHead(error) ? headOnly(response) : response, world.clock);
    },
  });
  registerBodyKinds(app);
  await app.register(multipart, { limits: PART_LIMITS });
  const send: Send = (reply, answer) => write(world, reply, answer);
  app.addHook('onRequest', async (request, reply) => {
    limitBodyTime(world, request, reply);
    checkTarget(request.raw);
  });
  app.setErrorHandler(async (error, request, reply) => {
    const answer = responseToError(fromLibrary(error), world.report);
    return send(reply, isFromPage(request) ? withoutDialog(answer) : answer);
  });
  app.setNotFoundHandler(async (_request, reply) => send(reply, pathNotFound()));
  const bySpectators = new Map(spectatorRoutes.map((route) => [route.endpoint.id, route]));
  const accesses = [
    keyAccess,
    browserAccess(world, (endpoint, incoming) =>
      serveSpectator(world, bySpectators.get(endpoint.id), incoming),
    ),
  ];
  for (const operations of all)
    for (const access of accesses) addOperationPath(app, world, send, operations, access);
  for (const page of pages) addPage(app, world, send, page);
  await app.register(async (scope) => {
    for (const speaker of protocolHandlers) addSpeaker(scope, world, send, speaker);
  });
  serveEventStreams(app.server, world);
  const polls = hasNoFastPaths ? undefined : servePollConnections(app.server, world, LIMITS);
  limitConnections(app.server, world);
  app.addHook('preClose', async () => {
    polls?.closeIdle();
  });
  return {
    app,
    closeAllConnections: () => {
      app.server.closeAllConnections();
      polls?.closeAll();
    },
  };
}

const SERVED_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** A method that the library knows and no path serves. */
const UNSERVED_METHOD = 'TRACE';

/** The library has a route for each path and method, so all methods that no path serves are routed as one. */
function withServedMethod(serveByLibrary: RequestListener): RequestListener {
  return (request, response) => {
    if (!SERVED_METHODS.has(request.method ?? '')) request.method = UNSERVED_METHOD;
    serveByLibrary(request, response);
  };
}

/** Whether a request that could not be parsed was one for a head, whose response has no body. */
function isOfHead(error: object): boolean {
  const { rawPacket } = error as { rawPacket?: unknown };
  return rawPacket instanceof Buffer && rawPacket.toString('latin1', 0, 5) === 'HEAD ';
}

function headOnly(response: string): string {
  return response.slice(0, response.indexOf('\r\n\r\n') + 4);
}

function fromLibrary(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  const { statusCode: status, code } = error as { statusCode?: number; code?: string };
  if (status === 413) return requestTooLarge();
  if (code?.startsWith('FST_') === true && status !== undefined && status < 500) return unreadableBody();
  return error;
}

function isFromPage({ url, headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined && !url.startsWith(`${PREFIX}/`);
}

function addPage(app: FastifyInstance, world: World, send: Send, page: Page): void {
  const { path: url, method = 'GET' } = page;
  const by = url.startsWith(`${BROWSER_PREFIX}/`) ? 'session' : 'key';
  app.route({
    url,
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    handler: async (request, reply) => {
      const fields = emptyFields(request);
      if (page.isUnlimited !== true && !(await isKnownReader(world, headOf(request.raw, by))))
        limitPage(world, request.ip);
      await readBody(request, fields, NO_FILES);
      const incoming = toIncoming(world, request, reply, fields, undefined, by);
      return send(reply, await page.handle(world, incoming));
    },
  });
}

/** Protocol handlers read the request body themselves. */
function addSpeaker(scope: FastifyInstance, world: World, send: Send, speaker: ProtocolHandler): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => {
    done(null);
  });
  const speak = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (request.method === 'OPTIONS') return send(reply, optionsResponse(speaker, speaker.methods));
    const visitor = await authenticateWithLimit(world, headOf(request.raw, speaker.by));
    allowLargeBody(request.raw);
    if (world.isClosing()) return send(reply, errorResponse(new ApiError('UNAVAILABLE', 'Try again soon.')));
    reply.hijack();
    const always = { ...COMMON_HEADERS, ...originHeaders(request.raw) };
    for (const [name, value] of Object.entries(always)) reply.raw.setHeader(name, value);
    await speaker.handle(world, visitor, request.raw, reply.raw);
    return reply;
  };
  for (const path of speaker.paths) scope.all(path, speak);
}

function write(world: World, reply: FastifyReply, given: HttpResponse): FastifyReply {
  reply.hijack();
  const answer = countRefusal(world, () => reply.request.ip, given);
  if (leavesTooMuchUnread(reply, answer)) writeFinalResponse(world, reply.raw, answer);
  else writeResponse(world, reply.raw, answer);
  return reply;
}

/** Statuses of callers who are not served. */
const REFUSALS = new Set([401, 429]);
/** The rest of a refused body that is read to keep the connection. */
const MAX_REFUSED_BYTES = 64 * 1024;

/**
 * A response sent before the body was read must drain the body, or it would be parsed as the next request.
 * If the body is too large for that, or of unknown length, the connection is closed instead.
 */
function leavesTooMuchUnread(reply: FastifyReply, { status }: HttpResponse): boolean {
  const { raw } = reply.request;
  if (!hasBody(raw) || raw.readableEnded) return false;
  raw.resume();
  const maxBytes = REFUSALS.has(status) ? MAX_REFUSED_BYTES : MAX_BODY_BYTES;
  return (declaredLength(raw) ?? Infinity) > maxBytes;
}
