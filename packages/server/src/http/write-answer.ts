import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { Clock } from '../engine/clock.ts';
import type { Answer } from './answer.ts';
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

/** How long a client that is still sending may take to read why it should not. */
const LAST_ANSWER_MS = 2_000;

/**
 * Straight to the connection: the library's own way costs as much as all the rest of an answered poll, and
 * thousands of them are answered at once.
 */
export function writeResponse(response: ServerResponse, answer: Answer, isLast: boolean): void {
  const { body } = answer;
  writeHead(response, answer, isLast);
  if (body instanceof Readable) flow(body, response);
  else if (isPieced(body)) {
    response.cork();
    for (const piece of body) response.write(piece);
    response.end();
  } else response.end(body);
}

/**
 * Answers a request whose body is still arriving, and ends its connection. The client has a moment to read the answer,
 * while the rest of the body is thrown away: a connection that is closed with unread bytes loses the answer.
 */
export function writeFinalResponse(
  response: ServerResponse,
  answer: Answer,
  clock: Pick<Clock, 'after'>,
): void {
  const { req: request } = response;
  if (answer.body instanceof Readable || isPieced(answer.body) || request.method === 'HEAD') {
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
  const cancel = clock.after(LAST_ANSWER_MS, end);
  request.on('end', end).on('close', end);
  request.resume();
}

function writeHead(response: ServerResponse, { status, headers, body }: Answer, isLast: boolean): void {
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

function isPieced(body: string | Buffer | readonly Buffer[]): body is readonly Buffer[] {
  return Array.isArray(body);
}

function lengthOf(body: string | Buffer | readonly Buffer[]): number {
  return isPieced(body) ? body.reduce((sum, piece) => sum + piece.length, 0) : Buffer.byteLength(body);
}

/** What breaks off in the middle shows as a connection that ends too early. */
function flow(body: Readable, response: ServerResponse): void {
  if (response.req.method === 'HEAD') {
    body.destroy();
    response.end();
    return;
  }
  pipeline(body, response, () => {});
}
