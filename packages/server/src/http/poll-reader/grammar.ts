import { plainTarget, type PlainPoll } from '../polls.ts';
import { REQUEST_ID } from '../request-id.ts';

/** Longer than any poll of a common client. */
const MAX_REQUEST_BYTES = 4_096;

/** A request line and headers of printable ASCII; anything that parsers might read differently does not match. */
const PLAIN_REQUEST =
  /^GET (\/\S*) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+: ?[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?\r\n)+)\r\n$/;

/** Headers that change the meaning of a request, its response or the use of its connection. */
const SPECIAL_HEADERS = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'proxy-connection',
  'expect',
  'upgrade',
  'trailer',
  'te',
  'http2-settings',
  'origin',
]);

/** Parses a chunk that is exactly one poll in the plain form; anything else is undefined. */
export function parsePlainPoll(chunk: Buffer): PlainPoll | undefined {
  if (chunk.length > MAX_REQUEST_BYTES) return undefined;
  const match = PLAIN_REQUEST.exec(chunk.toString('latin1'));
  const target = match === null ? undefined : plainTarget(match[1] ?? '');
  if (target === undefined) return undefined;
  let host: string | undefined;
  let authorization: string | undefined;
  let acceptEncoding: string | undefined;
  let forwardedFor: string | undefined;
  let requestId: string | undefined;
  for (const line of (match?.[2] ?? '').split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'host') {
      if (host !== undefined) return undefined;
      host = value;
    } else if (name === 'authorization') {
      if (authorization !== undefined) return undefined;
      authorization = value;
    } else if (name === 'accept-encoding') acceptEncoding = joined(acceptEncoding, value);
    else if (name === 'x-forwarded-for') forwardedFor = joined(forwardedFor, value);
    else if (name === REQUEST_ID) requestId = joined(requestId, value);
    else if (SPECIAL_HEADERS.has(name) && !isKeepAlive(name, value)) return undefined;
  }
  return host === undefined || authorization === undefined
    ? undefined
    : { host, authorization, acceptEncoding, forwardedFor, requestId, target };
}

function joined(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}, ${value}`;
}

/** Keep-alive is the default of HTTP/1.1, so the header changes nothing. */
function isKeepAlive(name: string, value: string): boolean {
  return name === 'connection' && value.toLowerCase() === 'keep-alive';
}
