import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Clock } from '../clock.ts';
import {
  causeOf,
  checkUrl,
  findAddresses,
  type HostAddress,
  type LookUp,
  OutboundError,
  pinned,
  resolve,
  unlessAborted,
} from './guard.ts';
import { createAddressRule } from './networks.ts';
import { openResponse, type OpenRequest, type OpenedResponse } from './open.ts';
import { readUpTo } from './read-up-to.ts';

/** Requests to URLs that users chose. */
export type Outbound = {
  /** Sends a request with a body. The response may have any status; redirects are not followed. */
  post(request: OutboundRequest): Promise<OutboundResponse>;
  /** Sends a request without a body and follows its redirects, each checked like the first. The caller reads and closes it. */
  open(request: OpenRequest): Promise<OpenedResponse>;
};

export type OutboundRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Ends the request early. */
  readonly signal?: AbortSignal;
};

export type OutboundResponse = { readonly status: number; readonly body: string };

/** Time for a whole request, from the lookup of the address to the last byte of the response. */
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

export type OutboundParts = {
  readonly allowedNetworks: readonly string[];
  readonly clock: Clock;
  readonly lookUp?: LookUp | undefined;
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
    open: (request) => openResponse({ find, isAllowed, clock }, request),
  };
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

async function readBody(response: IncomingMessage): Promise<string> {
  const body = await readUpTo(MAX_RESPONSE_BYTES, response);
  if (body === undefined)
    throw new OutboundError('too large', `The response is larger than ${MAX_RESPONSE_BYTES} bytes.`);
  return body.toString('utf8');
}
