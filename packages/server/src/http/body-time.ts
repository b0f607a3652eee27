import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasArrived } from './body.ts';
import { endWithResponse } from './final-response.ts';
import type { World } from './world.ts';

/** Time for a body to arrive. */
const BODY_TIMEOUT_MS = 10_000;
/** Time for a body with a large file of a known caller to arrive. */
export const LARGE_BODY_TIMEOUT_MS = 1_800_000;
/** Time for a client to read a response, in addition to the time that its size takes at the slowest rate. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** The slowest rate at which a client may read a response. */
const MIN_BYTES_PER_SECOND = 16 * 1024;

const timers = new WeakMap<IncomingMessage, () => void>();

/** Closes the connection of a client that sends its body too slowly. */
export function limitBodyTime({ clock }: World, request: IncomingMessage, response: ServerResponse): void {
  if (hasArrived(request)) return;
  const cancel = clock.after(BODY_TIMEOUT_MS, () => {
    if (request.complete) return;
    if (response.headersSent) request.socket.destroy();
    else endWithResponse(request.socket, REQUEST_TIMEOUT, clock);
  });
  timers.set(request, cancel);
  request.once('close', cancel);
}

/** Grants the time of a large body to a caller whose credentials were checked. */
export function allowLargeBody(request: IncomingMessage): void {
  timers.get(request)?.();
}

/** Closes the connection of a client that reads a response of this size too slowly. */
export function limitReadTime(
  { clock }: Pick<World, 'clock'>,
  response: ServerResponse,
  bytes: number,
): void {
  if (response.writableFinished || response.destroyed) return;
  const cancel = clock.after(RESPONSE_TIMEOUT_MS + (bytes / MIN_BYTES_PER_SECOND) * 1_000, () => {
    response.destroy();
  });
  response.once('close', cancel);
}

function rawErrorResponse(status: string, msg: string): string {
  const body = `{"result":"error","msg":"${msg}","code":"BAD_REQUEST"}\n`;
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

export const MALFORMED_REQUEST = rawErrorResponse('400 Bad Request', 'The request is not valid HTTP.');
export const REQUEST_TIMEOUT = rawErrorResponse(
  '408 Request Timeout',
  'The request took too long to arrive.',
);
