import { STATUS_CODES } from 'node:http';
import type { TextResponse } from './response.ts';
import { COMMON_HEADERS } from './write-response.ts';

/** A response as HTTP/1.1 text, for a connection that closes after it. */
export function finalResponseText({ status, headers, body }: TextResponse, date: string): string {
  const all = {
    ...COMMON_HEADERS,
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    Date: date,
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
