import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getEvents } from '@parley/contract/endpoints/queues.ts';
import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import type { Words } from '@parley/contract/words/words.ts';
import { ApiError, badRequest } from '../engine/api-error.ts';
import { currentWork, noteOrigin, underName } from '../engine/work/current-work.ts';
import { wordsOfHeader } from '../engine/words/server-words.ts';
import { countRefusal } from './address-limits.ts';
import { declaredLength, hasBody, MAX_BODY_BYTES } from './body.ts';
import { limitBodyTime } from './body-time.ts';
import { checkTarget } from './check-target.ts';
import { clientProgram } from './client-name.ts';
import { programOf } from './program.ts';
import { health, live } from './health.ts';
import { deadEndPage } from './html/document.ts';
import { prefersHtml } from './prefers-html.ts';
import { PREFIX } from './prefix.ts';
import { bodyTypeOf } from './read-body.ts';
import { requestIdsOf } from './request-id.ts';
import {
  errorResponse,
  pathNotFound,
  responseToError,
  withoutDialog,
  type HttpResponse,
} from './response.ts';
import type { HttpExchange, Path, Router } from './router.ts';
import type { World } from './world.ts';
import { writeFinalResponse, writeResponse } from './write-response.ts';

/** An address that cannot be decoded. */
export const malformedAddress: Path = {
  name: 'malformed address',
  handle: async () => errorResponse(badRequest('The address of the request is malformed.')),
};

const notFound: Path = {
  name: 'unknown path',
  handle: async ({ request }) => {
    bodyTypeOf(request);
    return isForBrowser(request) ? missingPage(wordsOfRequest(request)) : pathNotFound();
  },
};

function missingPage(words: Words): HttpResponse {
  const { t } = words;
  return deadEndPage(words, 404, {
    title: t('There is nothing here'),
    text: t('The address is wrong, or the page is gone.'),
  });
}

function wordsOfRequest({ headers }: IncomingMessage): Words {
  return wordsOfHeader(headers['accept-language']);
}

/** Whether a browser opened an address outside the API. */
function isForBrowser({ method, url = '', headers }: IncomingMessage): boolean {
  const isApi = url.startsWith('/api/') || url.startsWith(`${BROWSER_PREFIX}/`);
  return method === 'GET' && !isApi && prefersHtml(headers.accept);
}

/** The way of every request from `node:http` to its path and back: one place finds, refuses and responds. */
export function serveRequests(world: World, router: Router): RequestListener {
  return (request, response) => {
    const { path, pathParameters } = router.find(request) ?? { path: notFound, pathParameters: {} };
    if (path.takePoll?.(request, response) === true) return;
    const exchange = { request, response, pathParameters };
    void underName(
      path.name,
      () => world.processor.run(() => serveRequest(world, path, exchange)),
      requestIdsOf(world.requestIds, request),
    );
  };
}

async function serveRequest(world: World, path: Path, exchange: HttpExchange): Promise<void> {
  const { request, response } = exchange;
  const from = world.requestLog.isOn ? world.clock.monotonic() : 0;
  noteOrigin(() => ({
    address: world.proxies.clientOf(request),
    client: programOf(clientProgram(request.headers['user-agent'], undefined)),
  }));
  try {
    // Node.js emits the part of a body that arrived with the headers after the listener of the request has returned.
    if (hasBody(request)) {
      await Promise.resolve();
      limitBodyTime(world, request, response);
    }
    const result = await handle(world, path, exchange);
    world.processor.takeTurn();
    if (result !== undefined) respond(world, request, response, result);
  } catch (error) {
    const result = responseToError(error, world, path.name, wordsOfRequest(request));
    // Nothing can be added to a response that has begun.
    if (!response.headersSent)
      respond(world, request, response, isFromPage(request) ? withoutDialog(result) : result);
  }
  if (world.requestLog.isOn) noteRequest(world, exchange, world.clock.monotonic() - from);
}

function noteRequest({ requestLog, proxies }: World, { request, response }: HttpExchange, ms: number): void {
  const work = currentWork();
  if (work?.request === undefined) return;
  const { id, traceId } = work.request;
  const address = (): string => proxies.clientOf(request);
  const waits = work.operation === getEvents.id;
  requestLog.note({
    ...work,
    id,
    traceId,
    status: response.statusCode,
    ms: waits ? 0 : ms,
    address,
  });
}

function handle(world: World, path: Path, exchange: HttpExchange): ReturnType<Path['handle']> {
  if (path === malformedAddress) return path.handle(exchange);
  if (world.isClosing()) throw new ApiError('UNAVAILABLE', 'Try again soon.');
  checkTarget(exchange.request);
  // Balancers go on routing to a node that explains itself.
  if (!PROBES.has(path.name)) world.maintenance.refuse();
  return path.handle(exchange);
}

/** Paths that tell of the node itself. */
const PROBES: ReadonlySet<string> = new Set([health.path, live.path]);

function isFromPage({ url = '', headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] !== undefined && !url.startsWith(`${PREFIX}/`);
}

function respond(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  given: HttpResponse,
): void {
  const answer = countRefusal(world, () => world.proxies.clientOf(request), given);
  if (leavesTooMuchUnread(request, answer)) writeFinalResponse(world, response, answer);
  else writeResponse(world, response, answer);
}

/** Statuses of callers who are not served. */
const REFUSALS = new Set([401, 429]);
/** The rest of a refused body that is read to keep the connection. */
const MAX_REFUSED_BYTES = 64 * 1024;

/**
 * A response sent before the body was read must drain the body, or it would be parsed as the next request.
 * If the body is too large for that, or of unknown length, the connection is closed instead.
 */
function leavesTooMuchUnread(request: IncomingMessage, { status }: HttpResponse): boolean {
  if (!hasBody(request) || request.readableEnded) return false;
  request.resume();
  const maxBytes = REFUSALS.has(status) ? MAX_REFUSED_BYTES : MAX_BODY_BYTES;
  return (declaredLength(request) ?? Infinity) > maxBytes;
}
