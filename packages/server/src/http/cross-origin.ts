import type { IncomingMessage } from 'node:http';
import { idempotencyKey } from '@parley/contract/endpoint.ts';
import type { TextResponse } from './answer.ts';
import { PREFIX } from './prefix.ts';

/**
 * Pages of all origins may call the API: it knows callers by a key that such a page must have been given, never by
 * something that a browser adds by itself. For the same reason no page may ask with what a browser remembers.
 */
const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Location, Tus-Resumable, Upload-Offset, Upload-Length',
};
const CLOSED = {};

/** What an answer says to the browser that asked for it, if it was one. */
export function originHeaders({ url = '', headers }: IncomingMessage): Readonly<Record<string, string>> {
  return headers.origin !== undefined && url.startsWith(`${PREFIX}/`) ? OPEN : CLOSED;
}

/** Browsers ask before they send; nobody need be known for that. */
export function preflight(allowed: readonly string[]): TextResponse {
  return {
    status: 204,
    headers: {
      allow: allowed.join(', '),
      'access-control-allow-methods': allowed.join(', '),
      'access-control-allow-headers': `Authorization, Content-Type, ${idempotencyKey.header}, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset`,
      // Browsers that allow less take less.
      'access-control-max-age': '86400',
    },
    body: '',
  };
}
