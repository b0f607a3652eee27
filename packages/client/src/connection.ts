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
  override readonly name = 'ApiError';
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

/** No answer came, or something that is none of this API's: whether the request took effect is not known. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

export type Connection = {
  /** Calls an operation and answers with its result, or throws an `ApiError` or a `NetworkError`. */
  call<E extends Endpoint>(endpoint: E, args?: ArgumentsOf<E>, options?: CallOptions): Promise<ResultOf<E>>;
};
/** A call that its signal ends throws the signal's reason. */
export type CallOptions = { readonly signal?: AbortSignal };

export const createConnection = (options: ConnectionOptions): Connection => {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);
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
      const answer = await receive(signal, () =>
        send(url, {
          method: endpoint.method,
          headers: inQuery ? headers : { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
          ...(inQuery ? {} : { body: form }),
          ...(signal === undefined ? {} : { signal }),
        }),
      );
      options.onAnswer?.(endpoint, answer);
      if (answer.status < 200 || answer.status > 299) throw new ApiError(answer);
      if (answer.body === undefined) throw new NetworkError('The answer is not JSON.');
      return answer.body as ResultOf<E>;
    },
  };
};

const receive = async (signal: AbortSignal | undefined, send: () => Promise<Response>): Promise<Answer> => {
  try {
    const response = await send();
    const body = parse(await response.text());
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    signal?.throwIfAborted();
    throw new NetworkError('The server cannot be reached.', { cause: error });
  }
};

/** A balancer in between may answer with a page of its own. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const basic = ({ email, apiKey }: { email: string; apiKey: string }): string => {
  const bytes = new TextEncoder().encode(`${email}:${apiKey}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
};
