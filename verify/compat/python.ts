import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import { basic, toAnswer, type Answer } from '@parley/rules/wire.ts';
import type { User, Stage } from './stage.ts';

export const PYTHON = 'ZulipPython/0.9.0 (Linux; 6.1)';
export const TERMINAL_AGENT = 'ZulipTerminal/0.7.0+git ZulipPython/0.9.0 (Linux; 6.1)';

/** Parameters of a call; undefined stands for Python's None, which is left out. */
export type Request = Readonly<Record<string, unknown>>;
export type Sent = readonly [method: string, path: string, request?: Request];

/** JSON as Python writes it: with blanks, and in ASCII. */
export function dumps(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(dumps).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([name, inner]) => `${dumps(name)}: ${dumps(inner)}`);
    return `{${parts.join(', ')}}`;
  }
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A form as Python's `urlencode` writes it. */
export function urlencode(request: Request): string {
  return Object.entries(request)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${quotePlus(name)}=${quotePlus(typeof value === 'string' ? value : dumps(value))}`,
    )
    .join('&');
}

function quotePlus(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

/** A request as the library `requests` puts it on the wire, which the Python client uses. */
export function written(
  { url }: Pick<Stage, 'url'>,
  as: User,
  agent: string,
  [method, path, request = {}]: Sent,
  body = method === 'GET' ? undefined : urlencode(request),
  type = 'application/x-www-form-urlencoded',
): string {
  const query = method === 'GET' ? urlencode(request) : '';
  const target = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
  return [
    `${method} /api/v1${target} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `User-agent: ${agent}`,
    'Accept-Encoding: gzip, deflate',
    'Accept: */*',
    'Connection: keep-alive',
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...(body === undefined || body === '' ? [] : [`Content-Type: ${type}`]),
    `Authorization: ${basic(as)}`,
    '',
    body ?? '',
  ].join('\r\n');
}

/** One connection that stays open from request to request, as a session of `requests` does. */
export async function openSession(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return {
    exchange: (bytes: string): Promise<Answer> => {
      socket.write(bytes);
      return answerOn(socket);
    },
    end: () => socket.destroy(),
  };
}

async function answerOn(socket: Socket): Promise<Answer> {
  let bytes = Buffer.alloc(0);
  for (;;) {
    const whole = wholeAnswer(bytes);
    if (whole !== undefined) return whole;
    const [chunk] = (await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })) as [Buffer];
    bytes = Buffer.concat([bytes, chunk]);
  }
}

/** Of an answer that says its length, which all of the API's do. */
function wholeAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.subarray(0, end).toString('latin1');
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
  if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`);
  if (bytes.length < end + 4 + length) return undefined;
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
  const body = bytes.subarray(end + 4, end + 4 + length);
  const isPacked = /^content-encoding: gzip$/im.test(head);
  return toAnswer(status, {}, (isPacked ? gunzipSync(body) : body).toString('utf8'));
}
