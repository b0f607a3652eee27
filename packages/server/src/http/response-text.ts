import { STATUS_CODES } from 'node:http';
import type { TextResponse } from './response.ts';
import { COMMON_HEADERS } from './write-response.ts';

function headerLines(headers: Readonly<Record<string, string>>): string {
  let lines = '';
  for (const name in headers) lines += `${name}: ${headers[name] ?? ''}\r\n`;
  return lines;
}

const COMMON_HEADER_LINES = headerLines(COMMON_HEADERS);

/** A response as HTTP/1.1 text; without `keepSeconds` it announces that the connection closes. */
export function responseText(
  { status, headers, body }: TextResponse,
  { date, keepSeconds }: { readonly date: string; readonly keepSeconds: number | undefined },
): string {
  const connectionLines =
    keepSeconds === undefined
      ? 'Connection: close\r\n'
      : `Connection: keep-alive\r\nKeep-Alive: timeout=${keepSeconds}\r\n`;
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${COMMON_HEADER_LINES}${headerLines(headers)}content-length: ${length}\r\nDate: ${date}\r\n${connectionLines}\r\n${body}`;
}
