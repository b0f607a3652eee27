import type { Endpoint } from '@parley/contract/endpoint.ts';
import { createServer as createHttpServer, type Server } from 'node:http';
import { endWithResponse } from './final-response.ts';
import { LARGE_BODY_TIMEOUT_MS, MALFORMED_REQUEST, REQUEST_TIMEOUT } from './body-time.ts';
import { limitConnections } from './connection-limit.ts';
import { serveEventStreams } from './event-stream.ts';
import type { IncomingRequest } from './lifecycle.ts';
import { createArrivals } from './arrivals.ts';
import { addOperations } from './operation-paths.ts';
import { operationsOf } from './operations.ts';
import type { Page } from './page.ts';
import { addPage, addProtocolHandler } from './page-paths.ts';
import type { ProtocolHandler } from './protocol-handler.ts';
import type { HttpResponse } from './response.ts';
import { createRouter, type Path, type Router } from './router.ts';
import type { Route, SpectatorRoute } from './route.ts';
import { malformedAddress, serveRequests } from './serve-requests.ts';
import type { World } from './world.ts';

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
  /** Paths that read and answer requests in a form of their own. */
  readonly paths?: Readonly<Record<string, Path>>;
};

type ListenOptions = { readonly host: string; readonly port: number; readonly backlog: number };

export type HttpServer = {
  /** Returns the port. */
  listen(options: ListenOptions): Promise<number>;
  /** Closes idle connections, and waits for the requests in progress. */
  close(): Promise<void>;
  /** Closes all connections, including those with a request in progress. */
  readonly closeAllConnections: () => void;
};

/** Serves everything on one port. */
export function createServer(world: World, contents: ServerContents): HttpServer {
  const server = createHttpServer(LIMITS, serveRequests(world, routerOf(world, contents)));
  answerMalformed(server, world);
  serveEventStreams(server, world);
  limitConnections(server, world);
  return {
    listen: (options) => listen(server, options),
    close: () =>
      new Promise((resolve) => {
        server.closeIdleConnections();
        server.close(() => {
          resolve();
        });
      }),
    closeAllConnections: () => {
      server.closeAllConnections();
    },
  };
}

function routerOf(world: World, contents: ServerContents): Router {
  const { routes, spectatorRoutes, serveSpectator, pages, protocolHandlers = [], paths = {} } = contents;
  const router = createRouter(malformedAddress);
  const forSpectators = new Map(spectatorRoutes.map((route) => [route.endpoint.id, route]));
  const serveVisitor = ({ id }: Endpoint, request: IncomingRequest): Promise<HttpResponse> =>
    serveSpectator(world, forSpectators.get(id), request);
  const arrivals = createArrivals();
  for (const operations of operationsOf(routes))
    addOperations(router, world, operations, serveVisitor, arrivals);
  for (const page of pages) addPage(router, world, page);
  for (const handler of protocolHandlers) addProtocolHandler(router, world, handler);
  for (const [pattern, path] of Object.entries(paths)) router.add('every', pattern, path);
  return router;
}

function listen(server: Server, options: ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : options.port);
    });
  });
}

/** Answers requests that Node.js cannot parse or that take too long to arrive. */
function answerMalformed(server: Server, world: World): void {
  server.on('clientError', (error, socket) => {
    // A timeout may be caused by a busy server and deserves a status that clients retry.
    const isTimeout = 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const response = isTimeout ? REQUEST_TIMEOUT : MALFORMED_REQUEST;
    if (socket.writable)
      endWithResponse(socket, isOfHead(error) ? headOnly(response) : response, world.clock);
  });
}

/** Whether a request that could not be parsed was one for a head, whose response has no body. */
function isOfHead(error: object): boolean {
  const { rawPacket } = error as { rawPacket?: unknown };
  return rawPacket instanceof Buffer && rawPacket.toString('latin1', 0, 5) === 'HEAD ';
}

function headOnly(response: string): string {
  return response.slice(0, response.indexOf('\r\n\r\n') + 4);
}
