import { STATUS_CODES } from 'node:http';
import type { TextResponse } from './answer.ts';
import { COMMON_HEADERS } from './write-answer.ts';

function linesOf(headers: Readonly<Record<string, string>>): string {
  let lines = '';
  for (const name in headers) lines += `${name}: ${headers[name] ?? ''}\r\n`;
  return lines;
}

const EVERY_TIME = linesOf(COMMON_HEADERS);

/** A whole answer as it goes over a connection that stays open for `keepSeconds`, or ends with it. */
export function responseText(
  { status, headers, body }: TextResponse,
  { date, keepSeconds }: { readonly date: string; readonly keepSeconds: number | undefined },
): string {
  const stay =
    keepSeconds === undefined
      ? 'Connection: close\r\n'
      : `Connection: keep-alive\r\nKeep-Alive: timeout=${keepSeconds}\r\n`;
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${EVERY_TIME}${linesOf(headers)}content-length: ${length}\r\nDate: ${date}\r\n${stay}\r\n${body}`;
}
