import type { IncomingMessage } from 'node:http';
import { idempotencyKey } from '@parley/contract/endpoint.ts';
import type { TextResponse } from './response.ts';
import { PREFIX } from './prefix.ts';

/**
 * Pages of every origin may call the API, because callers are authenticated by a key that the page must know, never by
 * cookies. For the same reason requests with browser credentials are not allowed.
 */
const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Location, Tus-Resumable, Upload-Offset, Upload-Length',
};
const CLOSED = {};

/** The CORS headers of a response; empty unless a browser sent the request from a page. */
export function originHeaders({ url = '', headers }: IncomingMessage): Readonly<Record<string, string>> {
  return headers.origin !== undefined && url.startsWith(`${PREFIX}/`) ? OPEN : CLOSED;
}

/** The response to OPTIONS, which needs no credentials. Paths that take a cookie allow no other origin. */
export function optionsResponse(
  { by }: { readonly by: 'key' | 'query' | 'session' },
  allowed: readonly string[],
): TextResponse {
  return by === 'session'
    ? { status: 204, headers: { allow: allowed.join(', ') }, body: '' }
    : preflight(allowed);
}

/** The response to the preflight of a browser. */
function preflight(allowed: readonly string[]): TextResponse {
  return {
    status: 204,
    headers: {
      allow: allowed.join(', '),
      'access-control-allow-methods': allowed.join(', '),
      'access-control-allow-headers': `Authorization, Content-Type, ${idempotencyKey.header}, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset`,
      // Browsers limit this to their own maximum.
      'access-control-max-age': '86400',
    },
    body: '',
  };
}
