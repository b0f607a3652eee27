import { STATUS_CODES } from 'node:http';
import type { HttpResponse, TextResponse } from './response.ts';
import { COMMON_HEADERS } from './write-response.ts';

function headerLines(headers: Readonly<Record<string, string>>): string {
  let lines = '';
  for (const name in headers) lines += `${name}: ${headers[name] ?? ''}\r\n`;
  return lines;
}

const COMMON_HEADER_LINES = headerLines(COMMON_HEADERS);
const { vary: _vary, ...withoutVary } = COMMON_HEADERS;
const HEADER_LINES_WITHOUT_VARY = headerLines(withoutVary);

type Framing = { readonly date: string; readonly keepSeconds: number | undefined };

/** A response as HTTP/1.1 text; without `keepSeconds` it announces that the connection closes. */
export function responseText({ status, headers, body }: TextResponse, framing: Framing): string {
  return headText(status, headers, Buffer.byteLength(body), framing) + body;
}

/** Like `responseText`, for a response whose body may be compressed. */
export function responseBytes({ status, headers, body }: HttpResponse, framing: Framing): string | Buffer {
  if (typeof body === 'string') return responseText({ status, headers, body }, framing);
  if (!Array.isArray(body)) throw new Error('The response to a poll is a text or a list of buffers.');
  const content = Buffer.concat(body as readonly Buffer[]);
  return Buffer.concat([Buffer.from(headText(status, headers, content.length, framing)), content]);
}

function headText(
  status: number,
  headers: Readonly<Record<string, string>>,
  length: number,
  { date, keepSeconds }: Framing,
): string {
  const connectionLines =
    keepSeconds === undefined
      ? 'Connection: close\r\n'
      : `Connection: keep-alive\r\nKeep-Alive: timeout=${keepSeconds}\r\n`;
  const own = headers['vary'] === undefined ? COMMON_HEADER_LINES : HEADER_LINES_WITHOUT_VARY;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${own}${headerLines(headers)}content-length: ${length}\r\nDate: ${date}\r\n${connectionLines}\r\n`;
}
