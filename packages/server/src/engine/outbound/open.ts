import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Clock } from '../clock.ts';
import { causeOf, checkUrl, type LookUp, OutboundError, pinned, resolve, unlessAborted } from './guard.ts';
import type { AddressRule } from './networks.ts';

export type OpenRequest = {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the request may go to this URL; asked for the first one and for each redirect. */
  readonly mayVisit: (url: URL) => boolean;
  /** Ends the request and its response early. */
  readonly signal?: AbortSignal;
};

export type OpenedResponse = {
  /** The URL after redirects. */
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
  /** Ends the connection, read to its end or not. */
  close(): void;
};

type Parts = { readonly find: LookUp; readonly isAllowed: AddressRule; readonly clock: Clock };

/** Time for the lookup and the connection of one hop. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Time from the first lookup to the head of the last response. */
const HEAD_TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 5;
const MAX_HEAD_BYTES = 16 * 1024;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The first response that is no redirect. Every hop is looked up once, checked, and connected to at a checked address. */
export async function openResponse(parts: Parts, request: OpenRequest): Promise<OpenedResponse> {
  const time = new AbortController();
  const cancel = parts.clock.after(HEAD_TIMEOUT_MS, () => {
    time.abort();
  });
  const signal = AbortSignal.any([time.signal, ...(request.signal === undefined ? [] : [request.signal])]);
  try {
    let url = permitted(request, request.url);
    for (let redirects = 0; ; redirects += 1) {
      const opened = await openHop(parts, request, url, signal);
      const { location } = opened.headers;
      if (!REDIRECTS.has(opened.status) || location === undefined) return opened;
      opened.close();
      if (redirects === MAX_REDIRECTS)
        throw new OutboundError('refused', `More than ${MAX_REDIRECTS} redirects.`);
      url = nextUrl(request, url, location);
    }
  } catch (error) {
    if (time.signal.aborted)
      throw new OutboundError('timeout', `No response within ${HEAD_TIMEOUT_MS / 1000} s.`, error);
    throw error instanceof OutboundError ? error : new OutboundError('unreachable', causeOf(error), error);
  } finally {
    cancel();
  }
}

function permitted({ mayVisit }: OpenRequest, text: string): URL {
  const url = checkUrl(text);
  if (!mayVisit(url))
    throw new OutboundError('refused', 'The URL is not allowed by the settings of the server.');
  return url;
}

function nextUrl(request: OpenRequest, from: URL, location: string): URL {
  const to = URL.parse(location, from.href);
  if (to === null) throw new OutboundError('refused', 'The address of a redirect is not valid.');
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw new OutboundError('refused', 'A redirect leads from https to http.');
  return permitted(request, to.href);
}

async function openHop(
  { find, isAllowed, clock }: Parts,
  { method = 'GET', headers, signal: caller }: OpenRequest,
  url: URL,
  signal: AbortSignal,
): Promise<OpenedResponse> {
  const ended = new AbortController();
  const cancelConnect = clock.after(CONNECT_TIMEOUT_MS, () => {
    ended.abort(new OutboundError('timeout', `No connection within ${CONNECT_TIMEOUT_MS / 1000} s.`));
  });
  const head = AbortSignal.any([signal, ended.signal]);
  try {
    const addresses = await unlessAborted(resolve(find, url, isAllowed), head);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, {
      method,
      agent: false,
      lookup: pinned(addresses),
      maxHeaderSize: MAX_HEAD_BYTES,
      // The body outlives the time for the head: only the caller ends it.
      ...(caller === undefined ? {} : { signal: caller }),
      headers: { 'accept-encoding': 'identity', ...headers, connection: 'close' },
    });
    const close = (): void => void request.destroy();
    const body = await unlessAborted(
      new Promise<IncomingMessage>((resolveResponse, reject) => {
        request.once('socket', (socket) => {
          socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', cancelConnect);
        });
        request.once('response', resolveResponse);
        request.on('error', reject);
        request.end();
      }),
      head,
    ).catch((error: unknown) => {
      close();
      throw error;
    });
    // A body that ends early fails its reader; without a reader it is of no interest.
    body.on('error', () => {});
    return { url, status: body.statusCode ?? 0, headers: body.headers, body, close };
  } catch (error) {
    throw ended.signal.reason instanceof OutboundError ? ended.signal.reason : error;
  } finally {
    cancelConnect();
  }
}
