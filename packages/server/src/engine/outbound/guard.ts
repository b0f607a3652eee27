import { lookup as lookUp } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { AddressRule } from './networks.ts';

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

const MAX_URL_CHARACTERS = 2_048;

/** An address of a host, as a lookup returns it. */
export type HostAddress = { readonly address: string; readonly family: number };

export type LookUp = (host: string) => Promise<readonly HostAddress[]>;

/** The URL, or an error that says which form is not allowed. */
export function checkUrl(text: string): URL {
  const url = text.length > MAX_URL_CHARACTERS ? null : URL.parse(text);
  if (url === null) throw new OutboundError('refused', 'The URL is not valid.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundError('refused', 'The URL must start with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('refused', 'The URL must not contain a user name or password.');
  return url;
}

/** Looks the host up once: the request uses these addresses, whatever the name means a moment later. */
export async function resolve(
  find: LookUp,
  { hostname }: URL,
  isAllowed: AddressRule,
): Promise<readonly HostAddress[]> {
  const found = await find(hostname.replace(/^\[(.*)\]$/, '$1'));
  const allowed = found.filter(({ address }) => isAllowed(address));
  if (allowed.length === 0)
    throw new OutboundError('refused', `The address of ${hostname} is not in a public network.`);
  return allowed;
}

export function findAddresses(host: string): Promise<readonly HostAddress[]> {
  return lookUp(host, { all: true });
}

/** A lookup that returns the checked addresses. */
export function pinned(addresses: readonly HostAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** A lookup cannot be canceled, only abandoned. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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
export function causeOf(error: unknown): string {
  if (error instanceof AggregateError) return causeOf(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}
