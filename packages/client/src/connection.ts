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
};

export function createConnection(options: ConnectionOptions): Connection {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);
  const isSession = options.session === true;
  const headers = headersOf(options);
  const base = baseUrl(options.url);
  const root = `${base}${isSession ? '/json' : '/api/v1'}`;
  let hasAnswered = false;
  return {
    call: async <E extends Endpoint>(
      endpoint: E,
      args?: ArgumentsOf<E>,
      { signal, idempotencyKey, file, onProgress }: CallOptions = {},
    ) => {
      const { path, fields } = encode(endpoint, args ?? {});
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
        ...(isSession ? { credentials: 'same-origin' as const } : {}),
        ...(signal === undefined ? {} : { signal }),
      };
      const typed = { ...named, 'content-type': 'application/x-www-form-urlencoded' };
      const attempt = (): Promise<Response> => {
        if (inQuery) return send(url, sending);
        if (file === undefined) {
          const body = endpoint.method === 'GET' ? `${form}&method=GET` : form;
          return send(url, { ...sending, headers: typed, body });
        }
        const body = parts(fields, file);
        if (onProgress === undefined) return send(url, { ...sending, body });
        return sendTold(options.fetch, url, { ...sending, body }, rising(file.content.size, onProgress));
      };
      const answer = await receive(attempt).catch((error: unknown) => {
        if (signal?.aborted !== true || isTimeout(signal.reason)) options.onUnreachable?.(endpoint);
        signal?.throwIfAborted();
        throw unreachable(base, error, hasAnswered);
      });
      options.onAnswer?.(endpoint, answer);
      const { result } = (answer.body ?? {}) as { result?: unknown };
      if (result !== 'error' && result !== 'success') throw foreignAnswer(base, answer.status, hasAnswered);
      hasAnswered = true;
      if (result === 'error') throw new ApiError(answer);
      return answer.body as ResultOf<E>;
    },
    ...(canStream(isSession) && options.fetch === undefined
      ? {
          openStream: (target: StreamTarget, signal: AbortSignal) =>
            openEventStream(root, sendsHeaders ? headers : undefined, target, signal),
        }
      : {}),
  };
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
