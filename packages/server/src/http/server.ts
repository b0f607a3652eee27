import { createServer as createHttpServer, METHODS } from 'node:http';
import multipart from '@fastify/multipart';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { SPECTATOR_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { spoolDirectory } from '../engine/files/store.ts';
import { badRequest, ApiError } from '../engine/api-error.ts';
import type { World } from './world.ts';
import { responseToError, pathNotFound, errorResponse, type HttpResponse } from './response.ts';
import { checkTarget } from './check-target.ts';
import { originHeaders, preflight } from './cross-origin.ts';
import { serveEventStreams } from './event-stream.ts';
import { declaredLength, hasBody, MAX_BODY_BYTES, requestTooLarge, unreadableBody } from './body.ts';
import { readForm, type Fields } from './fields.ts';
import { endWithResponse } from './final-response.ts';
import { serve, serveVisit, type IncomingRequest } from './lifecycle.ts';
import { requestOf, headOf, dispatch, operationsOf, refuseEarly, type Operations } from './operations.ts';
import type { Page } from './page.ts';
import { deleteSpooled, MAX_SMALL_FILE_BYTES, PART_LIMITS, type FileIntake } from './parts.ts';
import { servePlain } from './plain.ts';
import { servePollConnections } from './poll-connections.ts';
import { servePolls } from './polls.ts';
import { PREFIX } from './prefix.ts';
import { registerBodyKinds, readBody } from './read-body.ts';
import type { Route, SpectatorRoute } from './route.ts';
import type { ProtocolHandler } from './protocol-handler.ts';
import { authenticateRequest } from './authenticate-request.ts';
import { COMMON_HEADERS, writeResponse, writeFinalResponse } from './write-response.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path takes large bodies, which have more time to arrive. */
    isLarge?: boolean;
  }
}

/** Time for a body to arrive. */
const BODY_TIMEOUT_MS = 10_000;
/** Time for a body with a large file to arrive. */
const LARGE_BODY_TIMEOUT_MS = 1_800_000;

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

/** The only file that uses Fastify: converts its requests to `ParsedRequest` and writes `HttpResponse`s. */
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
    serverFactory: (others) =>
      createHttpServer(LIMITS, hasNoFastPaths ? others : servePolls(world, servePlain(world, all, others))),
    trustProxy: world.config.hosts.trustedProxies.length > 0 ? [...world.config.hosts.trustedProxies] : false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 16_384 },
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply) => {
      write(world, reply, errorResponse(badRequest('The address of the request is malformed.')));
    },
    clientErrorHandler: (error, socket) => {
      // A timeout may be caused by a busy server and deserves a status that clients retry.
      const isTimeout = 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      if (socket.writable)
        endWithResponse(socket, isTimeout ? REQUEST_TIMEOUT : MALFORMED_REQUEST, world.clock);
    },
  });
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  registerBodyKinds(app);
  await app.register(multipart, { limits: PART_LIMITS });
  const send: Send = (reply, answer) => write(world, reply, answer);
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isLarge !== true) limitBodyTime(world, request, reply);
    checkTarget(request.raw);
  });
  app.setErrorHandler(async (error, _request, reply) =>
    send(reply, responseToError(fromLibrary(error), world.report)),
  );
  app.setNotFoundHandler(async (_request, reply) => send(reply, pathNotFound()));
  const bySpectators = new Map(spectatorRoutes.map((route) => [route.endpoint.id, route]));
  const serveVisitor: ServeVisitor = (endpoint, incoming) =>
    serveSpectator(world, bySpectators.get(endpoint.id), incoming);
  for (const operations of all) {
    addPath(app, world, send, operations);
    addSpectatorPath(app, world, send, operations, serveVisitor);
  }
  for (const page of pages) addPage(app, world, send, page);
  await app.register(async (scope) => {
    for (const speaker of protocolHandlers) addSpeaker(scope, world, send, speaker);
  });
  serveEventStreams(app.server, world);
  const polls = hasNoFastPaths ? undefined : servePollConnections(app.server, world, LIMITS);
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

function rawErrorResponse(status: string, msg: string): string {
  const body = `{"result":"error","msg":"${msg}","code":"BAD_REQUEST"}\n`;
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

const MALFORMED_REQUEST = rawErrorResponse('400 Bad Request', 'The request is not valid HTTP.');
const REQUEST_TIMEOUT = rawErrorResponse('408 Request Timeout', 'The request took too long to arrive.');

function fromLibrary(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  const { statusCode: status, code } = error as { statusCode?: number; code?: string };
  if (status === 413) return requestTooLarge();
  if (code?.startsWith('FST_') === true && status !== undefined && status < 500) return unreadableBody();
  return error;
}

/** Closes the connection of a client that sends its body too slowly. */
function limitBodyTime({ clock }: World, { raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || !hasBody(raw)) return;
  const cancel = clock.after(BODY_TIMEOUT_MS, () => {
    if (raw.complete) return;
    if (reply.raw.headersSent) raw.socket.destroy();
    else endWithResponse(raw.socket, REQUEST_TIMEOUT, clock);
  });
  raw.once('close', cancel);
}

/** Integer parameters match digits only, so any other text is 404 before credentials are checked. */
function libraryPath(endpoint: Endpoint, prefix: string, path: string): string {
  return (
    prefix +
    path.replaceAll(/\{(\w+)(\*?)\}/g, (_all, name: string, rest: string) => {
      if (rest === '*') return '*';
      return endpoint.parameters[name]?.schema.type === 'number' ? `:${name}(^\\d{1,15}$)` : `:${name}`;
    })
  );
}

function addPath(app: FastifyInstance, world: World, send: Send, operations: Operations): void {
  const [first] = operations.byMethod.values();
  if (first === undefined) return;
  const wildcard = wildcardName(first.endpoint);
  const intake = intakeOf(world, operations);
  const serveFields = async (request: FastifyRequest, reply: FastifyReply, fields: Fields) => {
    const incoming = toIncoming(request, reply, fields, wildcard);
    const answer = await dispatch(world, operations, incoming, (route) =>
      route.kind === 'visit' ? serveVisit(world, route, incoming) : serve(world, route, incoming),
    );
    return send(reply, answer);
  };
  app.all(libraryPath(first.endpoint, PREFIX, operations.path), {
    config: { isLarge: intake.kind === 'disk' },
    onRequest: async (request, reply) => {
      if (!hasBody(request.raw) || BODYLESS.has(request.method)) return;
      const refusal = await refuseEarly(world, operations, headOf(request.raw));
      if (refusal !== undefined) send(reply, refusal);
    },
    handler: async (request, reply) => {
      const fields = emptyFields(request);
      try {
        await readBody(request, fields, intake);
        return await serveFields(request, reply, fields);
      } finally {
        if (fields.spooled.length > 0) await deleteSpooled(fields);
      }
    },
  });
}

type ServeVisitor = (endpoint: Endpoint, incoming: IncomingRequest) => Promise<HttpResponse>;

/** Visitors without an account have no credentials to check before the body is read, and send no files. */
function addSpectatorPath(
  app: FastifyInstance,
  world: World,
  send: Send,
  operations: Operations,
  serveVisitor: ServeVisitor,
): void {
  const [first] = operations.byMethod.values();
  if (first === undefined) return;
  const wildcard = wildcardName(first.endpoint);
  app.all(libraryPath(first.endpoint, SPECTATOR_PREFIX, operations.path), async (request, reply) => {
    const fields = emptyFields(request);
    await readBody(request, fields, NO_FILES);
    const incoming = toIncoming(request, reply, fields, wildcard);
    const answer = await dispatch(world, operations, incoming, ({ endpoint }) =>
      serveVisitor(endpoint, incoming),
    );
    return send(reply, answer);
  });
}

/** Methods whose bodies are never read. */
const BODYLESS = new Set(['GET', 'HEAD']);

const NO_FILES: FileIntake = { kind: 'none' };

function intakeOf({ config: { files, uploads } }: World, { byMethod }: Operations): FileIntake {
  const taken = [...byMethod.values()].map(({ endpoint }) => endpoint.takesFile);
  if (taken.includes('large'))
    return { kind: 'disk', directory: spoolDirectory(files), maxBytes: uploads.maxMiB * 1024 * 1024 };
  return taken.includes(true) ? { kind: 'memory', maxBytes: MAX_SMALL_FILE_BYTES } : NO_FILES;
}

function askingOf({ headers }: FastifyRequest) {
  return {
    host: headers.host ?? '',
    authorization: headers.authorization,
  };
}

function wildcardName(endpoint: Endpoint): string | undefined {
  return /\{(\w+)\*\}/.exec(endpoint.path)?.[1];
}

function addPage(app: FastifyInstance, world: World, send: Send, page: Page): void {
  const { path: url, method = 'GET' } = page;
  app.route({
    url,
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    handler: async (request, reply) => {
      const fields = emptyFields(request);
      await readBody(request, fields, NO_FILES);
      const incoming = toIncoming(request, reply, fields, undefined);
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
    if (request.method === 'OPTIONS') return send(reply, preflight(speaker.methods));
    const visitor = await authenticateRequest(world, askingOf(request));
    if (world.isClosing()) return send(reply, errorResponse(new ApiError('UNAVAILABLE', 'Try again soon.')));
    reply.hijack();
    const always = { ...COMMON_HEADERS, ...originHeaders(request.raw) };
    for (const [name, value] of Object.entries(always)) reply.raw.setHeader(name, value);
    await speaker.handle(world, visitor, request.raw, reply.raw);
    return reply;
  };
  for (const path of speaker.paths) scope.all(path, { config: { isLarge: true } }, speak);
}

function toIncoming(
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Fields,
  wildcard: string | undefined,
): IncomingRequest {
  const params = { ...(request.params as Record<string, string>) };
  const rest = params['*'];
  if (wildcard !== undefined && rest !== undefined) {
    params[wildcard] = rest;
    delete params['*'];
  }
  return { ...requestOf(request.raw, reply.raw, params, fields), address: request.ip };
}

function emptyFields(request: FastifyRequest): Fields {
  const at = request.url.indexOf('?');
  const query = readForm(at === -1 ? '' : request.url.slice(at + 1));
  return { query, body: new Map(), files: [], spooled: [] };
}

type Send = (reply: FastifyReply, answer: HttpResponse) => FastifyReply;

function write(world: World, reply: FastifyReply, answer: HttpResponse): FastifyReply {
  reply.hijack();
  if (leavesTooMuchUnread(reply)) writeFinalResponse(reply.raw, answer, world.clock);
  // Checked when the response is written, so a poll that waited during shutdown does not keep its connection open.
  else writeResponse(reply.raw, answer, world.isClosing());
  return reply;
}

/**
 * A response sent before the body was read must drain the body, or it would be parsed as the next request.
 * If the body is too large for that, or of unknown length, the connection is closed instead.
 */
function leavesTooMuchUnread(reply: FastifyReply): boolean {
  const { raw } = reply.request;
  if (!hasBody(raw) || raw.readableEnded) return false;
  raw.resume();
  return (declaredLength(raw) ?? Infinity) > MAX_BODY_BYTES;
}
