import * as oauth from 'openid-client';
import type { Clock } from '../../engine/clock.ts';

/** The result of a request to a provider: a value, a refusal that concerns the user, or a failure. */
export type ProviderOutcome<T> =
  | { readonly kind: 'given'; readonly value: T }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Provider metadata is read again after this time, because endpoints may move. */
export const METADATA_LIFETIME_MS = 3_600_000;

/** Reads the endpoints of a provider. */
export async function discover(
  issuer: URL,
  clientId: string,
  clientSecret: string,
  timeoutMs: number,
): Promise<oauth.Configuration> {
  const find = (algorithm: 'oidc' | 'oauth2'): Promise<oauth.Configuration> =>
    oauth.discovery(issuer, clientId, undefined, oauth.ClientSecretBasic(clientSecret), {
      algorithm,
      timeout: timeoutMs / 1000,
      // The configuration allows plain HTTP for loopback addresses only.
      ...(issuer.protocol === 'http:' ? { execute: [oauth.allowInsecureRequests] } : {}),
    });
  try {
    return await find('oidc');
  } catch (error) {
    if (error instanceof oauth.ClientError && error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM')
      return find('oauth2');
    throw error;
  }
}

/** Caches a result for some milliseconds; errors are not cached. */
export function cacheFor<T>(milliseconds: number, clock: Clock, load: () => Promise<T>): () => Promise<T> {
  let cached: { readonly value: Promise<T>; readonly until: number } | undefined;
  return async () => {
    if (cached === undefined || cached.until <= clock.monotonic())
      cached = { value: load(), until: clock.monotonic() + milliseconds };
    const current = cached;
    try {
      return await current.value;
    } catch (error) {
      if (cached === current) cached = undefined;
      throw error;
    }
  };
}

export async function outcomeOf<T>(load: () => Promise<T>): Promise<ProviderOutcome<T>> {
  try {
    return { kind: 'given', value: await load() };
  } catch (error) {
    return { kind: isRefusal(error) ? 'refused' : 'failed', error };
  }
}

/** Whether the provider refused the user; a refusal of the server's own credentials is a failure instead. */
function isRefusal(error: unknown): boolean {
  if (error instanceof oauth.AuthorizationResponseError) return true;
  if (!(error instanceof oauth.ResponseBodyError)) return false;
  return error.status < 500 && error.status !== 429 && error.error !== 'invalid_client';
}
