import type { ArgumentsOf, Endpoint, ResultOf } from '@parley/contract/endpoint.ts';
import { encode } from '@parley/contract/encode.ts';

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

export type ConnectionOptions = {
  /** Where the organization lives, e.g. `https://chat.example.org`. */
  readonly url: string;
  readonly credentials?: { readonly email: string; readonly apiKey: string };
  /** Sent with every request; the server shows the part before the slash as the client's name. */
  readonly userAgent?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof globalThis.fetch;
  /** Sees every answer before the caller does. */
  readonly onAnswer?: (endpoint: Endpoint, answer: Answer) => void;
};

/** An answer of the server that says no. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  constructor(answer: Answer) {
    const body = (answer.body ?? {}) as Record<string, unknown>;
    super(
      typeof body['msg'] === 'string' ? body['msg'] : `The server answered with status ${answer.status}.`,
    );
    this.status = answer.status;
    this.code = typeof body['code'] === 'string' ? body['code'] : undefined;
    this.body = body;
    this.headers = answer.headers;
  }
}

export type Connection = {
  /** Calls an operation and answers with its result, or throws an `ApiError`. */
  call<E extends Endpoint>(endpoint: E, args?: ArgumentsOf<E>, options?: CallOptions): Promise<ResultOf<E>>;
};
export type CallOptions = { readonly signal?: AbortSignal };

export const createConnection = (options: ConnectionOptions): Connection => {
  const send = options.fetch ?? globalThis.fetch;
  const headers: Record<string, string> = { ...options.headers };
  if (options.userAgent !== undefined) headers['user-agent'] = options.userAgent;
  if (options.credentials !== undefined) headers['authorization'] = basic(options.credentials);
  const base = options.url.replace(/\/+$/, '');
  return {
    call: async <E extends Endpoint>(endpoint: E, args?: ArgumentsOf<E>, { signal }: CallOptions = {}) => {
      const { path, fields } = encode(endpoint, args ?? {});
      const form = new URLSearchParams(fields).toString();
      const inQuery = endpoint.method === 'GET';
      const url = `${base}/api/v1${path}${inQuery && form !== '' ? `?${form}` : ''}`;
      const response = await send(url, {
        method: endpoint.method,
        headers: inQuery ? headers : { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        ...(inQuery ? {} : { body: form }),
        ...(signal === undefined ? {} : { signal }),
      });
      const body: unknown = await response.json();
      const answer = { status: response.status, headers: response.headers, body };
      options.onAnswer?.(endpoint, answer);
      if (!response.ok) throw new ApiError(answer);
      return body as ResultOf<E>;
    },
  };
};

const basic = ({ email, apiKey }: { email: string; apiKey: string }): string => {
  const bytes = new TextEncoder().encode(`${email}:${apiKey}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
};
