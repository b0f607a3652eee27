import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { Clock } from '../engine/clock.ts';
import type { HttpResponse } from './response.ts';
import { originHeaders } from './cross-origin.ts';

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

/** Writes to the connection directly, because Fastify's reply would double the cost of answering a poll. */
export function writeResponse(response: ServerResponse, answer: HttpResponse, isLast: boolean): void {
  const { body } = answer;
  writeHead(response, answer, isLast);
  if (body instanceof Readable) pipeBody(body, response);
  else if (isList(body)) {
    response.cork();
    for (const piece of body) response.write(piece);
    response.end();
  } else response.end(body);
}

/**
 * Responds to a request whose body is still arriving, and closes its connection. The rest of the body is discarded for
 * a moment first, because closing a connection with unread bytes would discard the response.
 */
export function writeFinalResponse(
  response: ServerResponse,
  answer: HttpResponse,
  clock: Pick<Clock, 'after'>,
): void {
  const { req: request } = response;
  if (answer.body instanceof Readable || isList(answer.body) || request.method === 'HEAD') {
    writeResponse(response, answer, true);
    return;
  }
  writeHead(response, answer, true);
  response.write(answer.body);
  const end = (): void => {
    cancel();
    request.off('end', end).off('close', end);
    response.end();
  };
  const cancel = clock.after(FINAL_RESPONSE_MS, end);
  request.on('end', end).on('close', end);
  request.resume();
}

function writeHead(response: ServerResponse, { status, headers, body }: HttpResponse, isLast: boolean): void {
  response.writeHead(status, {
    ...COMMON_HEADERS,
    ...headers,
    ...originHeaders(response.req),
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
  if (response.req.method === 'HEAD') {
    body.destroy();
    response.end();
    return;
  }
  pipeline(body, response, () => {});
}
