import * as oauth from 'openid-client';
import type { Clock } from '../../engine/clock.ts';

/** What came of asking: the thing, the provider's no, or no sensible answer at all. */
export type Outcome<T> =
  | { readonly kind: 'given'; readonly value: T }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Providers move their endpoints rarely, but they do. */
export const METADATA_LIFE_MS = 3_600_000;

/** Asks a provider for its endpoints. */
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
      // The configuration lets plain HTTP pass on the loopback only.
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

/** Remembers an answer for a while; an error is not remembered. */
export function keepFor<T>(life: number, clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let kept: { readonly answer: Promise<T>; readonly until: number } | undefined;
  return async () => {
    if (kept === undefined || kept.until <= clock.monotonic())
      kept = { answer: ask(), until: clock.monotonic() + life };
    const current = kept;
    try {
      return await current.answer;
    } catch (error) {
      if (kept === current) kept = undefined;
      throw error;
    }
  };
}

export async function outcomeOf<T>(ask: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { kind: 'given', value: await ask() };
  } catch (error) {
    return { kind: isRefusal(error) ? 'refused' : 'failed', error };
  }
}

/** A no that concerns the user. That our own credentials are wrong is the operator's trouble. */
function isRefusal(error: unknown): boolean {
  if (error instanceof oauth.AuthorizationResponseError) return true;
  if (!(error instanceof oauth.ResponseBodyError)) return false;
  return error.status < 500 && error.status !== 429 && error.error !== 'invalid_client';
}
