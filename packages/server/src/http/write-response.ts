import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { currentWork } from '../engine/work/current-work.ts';
import { limitReadTime } from './body-time.ts';
import { originHeaders } from './cross-origin.ts';
import { REQUEST_ID } from './request-id.ts';
import type { HttpResponse } from './response.ts';
import type { World } from './world.ts';

export const COMMON_HEADERS = {
  'cache-control': 'max-age=0, no-cache, no-store, must-revalidate, private',
  expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
  vary: 'Accept-Language',
  'content-language': 'en',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** Time for a client that is still sending to read the response. */
const FINAL_RESPONSE_MS = 2_000;

export function writeResponse(
  world: Pick<World, 'clock' | 'isClosing'>,
  response: ServerResponse,
  answer: HttpResponse,
  isLast = false,
): void {
  const { body, headers } = answer;
  // Checked when the response is written, so a poll that waited during shutdown does not keep its connection open.
  writeHead(response, answer, isLast || world.isClosing());
  if (body instanceof Readable) {
    limitReadTime(world, response, Number(headers['content-length'] ?? 0));
    pipeBody(body, response);
    return;
  }
  if (isList(body)) {
    response.cork();
    for (const piece of body) response.write(piece);
    response.end();
  } else response.end(body);
  // Most responses fit into the buffer of the socket and need no timer.
  if (response.socket?.writableLength !== 0) limitReadTime(world, response, lengthOf(body));
}

/**
 * Responds to a request whose body is still arriving, and closes its connection. The rest of the body is discarded for
 * a moment first, because closing a connection with unread bytes would discard the response.
 */
export function writeFinalResponse(
  world: Pick<World, 'clock' | 'isClosing'>,
  response: ServerResponse,
  answer: HttpResponse,
): void {
  const { req: request } = response;
  if (answer.body instanceof Readable || isList(answer.body) || request.method === 'HEAD') {
    writeResponse(world, response, answer, true);
    return;
  }
  writeHead(response, answer, true);
  response.write(answer.body);
  const end = (): void => {
    cancel();
    request.off('end', end).off('close', end);
    response.end();
  };
  const cancel = world.clock.after(FINAL_RESPONSE_MS, end);
  request.on('end', end).on('close', end);
  request.resume();
}

function writeHead(response: ServerResponse, { status, headers, body }: HttpResponse, isLast: boolean): void {
  const id = currentWork()?.request?.id;
  response.writeHead(status, {
    ...COMMON_HEADERS,
    ...headers,
    ...originHeaders(response.req),
    ...(id === undefined ? {} : { [REQUEST_ID]: id }),
    ...(isLast ? { connection: 'close' } : {}),
    ...(status === 204 || status === 304 || body instanceof Readable
      ? {}
      : { 'content-length': lengthOf(body) }),
  });
}

function isList(body: string | Buffer | readonly Buffer[]): body is readonly Buffer[] {
  return Array.isArray(body);
}

function lengthOf(body: string | Buffer | readonly Buffer[]): number {
  return isList(body) ? body.reduce((sum, piece) => sum + piece.length, 0) : Buffer.byteLength(body);
}

/** A stream that fails midway closes the connection, which the client sees as a truncated response. */
function pipeBody(body: Readable, response: ServerResponse): void {
  // A body that nobody reads would keep its file open; a pipeline to a closed connection throws.
  if (response.req.method === 'HEAD' || response.destroyed) {
    body.destroy();
    response.end();
    return;
  }
  pipeline(body, response, () => {});
}
