import { lookup as lookUp } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Clock } from '../clock.ts';
import { createAddressRule, type AddressRule } from './networks.ts';

/** Requests to URLs that users chose. */
export type Outbound = {
  /** Sends a request with a body. The response may have any status; redirects are not followed. */
  post(request: OutboundRequest): Promise<OutboundResponse>;
};

export type OutboundRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Ends the request early. */
  readonly signal?: AbortSignal;
};

export type OutboundResponse = { readonly status: number; readonly body: string };

/**
 * The reason why there is no response. `refused` URLs are never requested: their address is not public, or their form is
 * not allowed. The others may succeed later.
 */
export type OutboundFailure = 'refused' | 'unreachable' | 'timeout' | 'too large';

export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly failure: OutboundFailure;
  constructor(failure: OutboundFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

/** Time for a whole request, from the lookup of the address to the last byte of the response. */
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_URL_CHARACTERS = 2_048;

/** An address of a host, as a lookup returns it. */
export type HostAddress = { readonly address: string; readonly family: number };

export type OutboundParts = {
  readonly allowedNetworks: readonly string[];
  readonly clock: Clock;
  readonly lookUp?: (host: string) => Promise<readonly HostAddress[]>;
};

export function createOutbound({
  allowedNetworks,
  clock,
  lookUp: find = findAddresses,
}: OutboundParts): Outbound {
  const isAllowed = createAddressRule(allowedNetworks);
  return {
    post: async (request) => {
      const url = checkUrl(request.url);
      const timeout = new AbortController();
      const cancel = clock.after(REQUEST_TIMEOUT_MS, () => {
        timeout.abort();
      });
      const signal =
        request.signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, request.signal]);
      try {
        const addresses = await unlessAborted(resolve(find, url, isAllowed), signal);
        return await exchange(url, addresses, { ...request, signal });
      } catch (error) {
        if (timeout.signal.aborted)
          throw new OutboundError(
            'timeout',
            `No complete response within ${REQUEST_TIMEOUT_MS / 1000} s.`,
            error,
          );
        throw error instanceof OutboundError
          ? error
          : new OutboundError('unreachable', causeOf(error), error);
      } finally {
        cancel();
      }
    },
  };
}

/** The URL, or an error that says which form is not allowed. */
function checkUrl(text: string): URL {
  const url = text.length > MAX_URL_CHARACTERS ? null : URL.parse(text);
  if (url === null) throw new OutboundError('refused', 'The URL is not valid.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundError('refused', 'The URL must start with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('refused', 'The URL must not contain a user name or password.');
  return url;
}

/** Looks the host up once: the request uses these addresses, whatever the name means a moment later. */
async function resolve(
  find: NonNullable<OutboundParts['lookUp']>,
  { hostname }: URL,
  isAllowed: AddressRule,
): Promise<readonly HostAddress[]> {
  const found = await find(hostname.replace(/^\[(.*)\]$/, '$1'));
  const allowed = found.filter(({ address }) => isAllowed(address));
  if (allowed.length === 0)
    throw new OutboundError('refused', `The address of ${hostname} is not in a public network.`);
  return allowed;
}

function findAddresses(host: string): Promise<readonly HostAddress[]> {
  return lookUp(host, { all: true });
}

async function exchange(
  url: URL,
  addresses: readonly HostAddress[],
  { headers, body, signal }: OutboundRequest & { readonly signal: AbortSignal },
): Promise<OutboundResponse> {
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    lookup: pinned(addresses),
    signal,
    headers: {
      'accept-encoding': 'identity',
      ...headers,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    },
  };
  const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
  try {
    const response = await new Promise<IncomingMessage>((resolveResponse, reject) => {
      request.once('response', resolveResponse);
      request.on('error', reject);
      request.end(body);
    });
    return { status: response.statusCode ?? 0, body: await readBody(response) };
  } finally {
    request.destroy();
  }
}

/** A lookup that returns the checked addresses. */
function pinned(addresses: readonly HostAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    const part = chunk as Buffer;
    bytes += part.length;
    if (bytes > MAX_RESPONSE_BYTES)
      throw new OutboundError('too large', `The response is larger than ${MAX_RESPONSE_BYTES} bytes.`);
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A lookup cannot be canceled, only abandoned. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolveWork, reject) => {
    const abort = (): void => {
      reject(new Error('aborted'));
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolveWork, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
}

/** The code of a failed connection, which is more telling than its message. */
function causeOf(error: unknown): string {
  if (error instanceof AggregateError) return causeOf(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}
