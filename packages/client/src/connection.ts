import type { ArgumentsOf, Endpoint, ResultOf } from '@parley/contract/endpoint.ts';
import { encode } from '@parley/contract/encode.ts';
import { baseUrl } from './base-url.ts';
import { ApiError, type Answer } from './errors.ts';
import { foreignAnswer, unreachable } from './network-failure.ts';
import { sendTold, type Progress } from './progress.ts';
import { openEventStream, type EventStream, type StreamTarget } from './event-stream.ts';

export { ApiError, NetworkError, type Answer } from './errors.ts';

export type ConnectionOptions = {
  /** Where the organization lives, e.g. `https://chat.example.org`. */
  readonly url: string;
  readonly credentials?: { readonly email: string; readonly apiKey: string };
  /** For pages of the organization itself: requests carry the cookie of the browser's session instead of a key. */
  readonly session?: boolean;
  /** Sent with every request; the server shows the part before the slash as the client's name. */
  readonly userAgent?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof globalThis.fetch;
  /** Sees every answer before the caller does. */
  readonly onAnswer?: (endpoint: Endpoint, answer: Answer) => void;
  /** Hears of every request without an answer, unless its caller has given it up. */
  readonly onUnreachable?: (endpoint: Endpoint) => void;
};

export type Connection = {
  /** Calls an operation and answers with its result, or throws an `ApiError` or a `NetworkError`. */
  call<E extends Endpoint>(endpoint: E, args?: ArgumentsOf<E>, options?: CallOptions): Promise<ResultOf<E>>;
  /** Opens a WebSocket for the events of a queue, where the platform can send credentials with it. */
  openStream?(target: StreamTarget, signal: AbortSignal): Promise<EventStream>;
};
/** A call that its signal ends throws the signal's reason. */
export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Names the call, so that a repeat of it takes effect only once, where the operation knows that. */
  readonly idempotencyKey?: string;
  /** Goes along, where the operation takes one. */
  readonly file?: { readonly name: string; readonly content: Blob };
  /** Hears how much of the file has gone out. */
  readonly onProgress?: (progress: Progress) => void;
  /** Browsers finish the request even if the page is closed; its body has at most 64 KiB. */
  readonly outlivesPage?: boolean;
};

export function createConnection(options: ConnectionOptions): Connection {
  const isSession = options.session === true;
  const headers = headersOf(options);
  let base = baseUrl(options.url);
  const root = (): string => `${base}${isSession ? '/json' : '/api/v1'}`;
  let hasAnswered = false;
  const call = async <E extends Endpoint>(
    endpoint: E,
    args?: ArgumentsOf<E>,
    given: CallOptions = {},
    moves = 0,
  ): Promise<ResultOf<E>> => {
    const { signal } = given;
    const attempt = requestOf(options, headers, root(), endpoint, encode(endpoint, args ?? {}), given);
    const answer = await receive(attempt).catch((error: unknown) => {
      if (signal?.aborted !== true || isTimeout(signal.reason)) options.onUnreachable?.(endpoint);
      signal?.throwIfAborted();
      throw unreachable(base, error, hasAnswered);
    });
    options.onAnswer?.(endpoint, answer);
    const { result } = (answer.body ?? {}) as { result?: unknown };
    if (result !== 'error' && result !== 'success') throw foreignAnswer(base, answer.status, hasAnswered);
    hasAnswered = true;
    if (result === 'success') return answer.body as ResultOf<E>;
    const error = new ApiError(answer);
    const moved = isSession ? undefined : newBase(error, base);
    if (moved === undefined || moves >= MAX_MOVES) throw error;
    base = moved;
    return call(endpoint, args, given, moves + 1);
  };
  return {
    call: (endpoint, args, given) => call(endpoint, args, given),
    ...(canStream(isSession) && options.fetch === undefined
      ? {
          openStream: (target: StreamTarget, signal: AbortSignal) =>
            openEventStream(root(), sendsHeaders ? headers : undefined, target, signal),
        }
      : {}),
  };
}

/** The request of a call, ready to be sent. */
function requestOf(
  options: ConnectionOptions,
  headers: Readonly<Record<string, string>>,
  root: string,
  endpoint: Endpoint,
  { path, fields }: ReturnType<typeof encode>,
  { signal, idempotencyKey, file, onProgress, outlivesPage }: CallOptions,
): () => Promise<Response> {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);
  const form = new URLSearchParams(fields).toString();
  const inQuery = endpoint.method === 'GET' && form.length <= MAX_QUERY_LENGTH;
  const url = `${root}${path}${inQuery && form !== '' ? `?${form}` : ''}`;
  const named = {
    ...headers,
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
  const sending = {
    method: endpoint.method === 'GET' && !inQuery ? 'POST' : endpoint.method,
    headers: named,
    ...(options.session === true ? { credentials: 'same-origin' as const } : {}),
    ...(signal === undefined ? {} : { signal }),
    ...(outlivesPage === true ? { keepalive: true } : {}),
  };
  const typed = { ...named, 'content-type': 'application/x-www-form-urlencoded' };
  return () => {
    if (inQuery) return send(url, sending);
    if (file === undefined) {
      const body = endpoint.method === 'GET' ? `${form}&method=GET` : form;
      return send(url, { ...sending, headers: typed, body });
    }
    const body = parts(fields, file);
    if (onProgress === undefined) return send(url, { ...sending, body });
    return sendTold(options.fetch, url, { ...sending, body }, rising(file.content.size, onProgress));
  };
}

/** Addresses that a call follows an organization to, one after another. */
const MAX_MOVES = 3;

/**
 * The new address of an organization that has moved to another cell; undefined if it is the same, because then a later
 * attempt reaches the new cell. Credentials never leave an encrypted connection.
 */
function newBase(error: ApiError, base: string): string | undefined {
  if (!error.is('ORGANIZATION_MOVED')) return undefined;
  const moved = baseUrl(error.body.url);
  return moved === base || (base.startsWith('https:') && !moved.startsWith('https:')) ? undefined : moved;
}

function headersOf({ session, credentials, headers, userAgent }: ConnectionOptions): Record<string, string> {
  const isSession = session === true;
  if (isSession && credentials !== undefined)
    throw new TypeError('session and credentials exclude each other: pass one of them.');
  return {
    ...headers,
    ...(isSession ? SESSION_HEADERS : {}),
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
    ...(credentials === undefined ? {} : { authorization: basic(credentials) }),
  };
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

function parts(
  fields: readonly [name: string, text: string][],
  file: NonNullable<CallOptions['file']>,
): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append('file', file.content, file.name);
  return form;
}

/** Counts all bytes of the form, but reports only those of the file. */
function rising(total: number, onProgress: (progress: Progress) => void): (bytes: number) => void {
  let sent = -1;
  return (bytes) => {
    if (Math.min(bytes, total) === sent) return;
    sent = Math.min(bytes, total);
    onProgress({ sent, total });
  };
}

/** Characters of a query; longer ones, which servers and proxies may refuse, travel in the body of a POST. */
const MAX_QUERY_LENGTH = 6_000;

/** Pages of other sites cannot send this header without the server's consent. */
const SESSION_HEADERS = { 'x-parley': 'web' };

/** Browsers send no headers of ours with a WebSocket, but the cookie of a session. */
const sendsHeaders = 'process' in globalThis;

function canStream(isSession: boolean): boolean {
  return 'WebSocket' in globalThis && (sendsHeaders || isSession);
}

async function receive(send: () => Promise<Response>): Promise<Answer> {
  const response = await send();
  const body = parse(await response.text());
  return { status: response.status, headers: response.headers, body };
}

/** A balancer in between may answer with a page of its own. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function basic({ email, apiKey }: { email: string; apiKey: string }): string {
  const bytes = new TextEncoder().encode(`${email}:${apiKey}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
