import * as oauth from 'openid-client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { urlOf } from '../http/hosts.ts';
import { askForMeeting, PROVIDER_TIMEOUT_MS } from './meetings.ts';
import type { CallProvider, CallToken, Outcome } from './provider.ts';

/** Providers move their endpoints rarely, but they do. */
const METADATA_LIFE_MS = 3_600_000;

export const COMPLETE_PATH = '/calls/conference/complete';

/** Any provider that speaks OAuth 2 and publishes its endpoints, as the operator configured it. */
export const createOAuthProvider = (
  { calls, hosts }: Pick<Config, 'calls' | 'hosts'>,
  clock: Clock,
): CallProvider | undefined => {
  const { clientId, clientSecret, issuer, meetingsUrl, scope } = calls;
  if (clientId === '' || clientSecret === '' || issuer === '' || meetingsUrl === '') return undefined;
  const redirectUri = urlOf(hosts, '') + COMPLETE_PATH;
  const client = keepFor(METADATA_LIFE_MS, clock, () => discover(new URL(issuer), clientId, clientSecret));

  return {
    begin: (state) =>
      outcomeOf(async () => {
        const verifier = oauth.randomPKCECodeVerifier();
        const url = oauth.buildAuthorizationUrl(await client(), {
          redirect_uri: redirectUri,
          scope,
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          // OpenID Connect gives a lasting token only when the person was asked for it.
          ...(scope.split(' ').includes('offline_access') ? { prompt: 'consent' } : {}),
        });
        return { url: url.href, verifier };
      }),
    finish: (brought, { state, verifier }) =>
      outcomeOf(async () => {
        const url = new URL(redirectUri);
        for (const [name, value] of brought) url.searchParams.set(name, value);
        const checks = { expectedState: state, pkceCodeVerifier: verifier };
        return toToken(await oauth.authorizationCodeGrant(await client(), url, checks), null, clock);
      }),
    refresh: (refreshToken) =>
      outcomeOf(async () =>
        toToken(await oauth.refreshTokenGrant(await client(), refreshToken), refreshToken, clock),
      ),
    createMeeting: (accessToken) => askForMeeting(meetingsUrl, accessToken, clock),
  };
};

const discover = async (
  issuer: URL,
  clientId: string,
  clientSecret: string,
): Promise<oauth.Configuration> => {
  const find = (algorithm: 'oidc' | 'oauth2'): Promise<oauth.Configuration> =>
    oauth.discovery(issuer, clientId, undefined, oauth.ClientSecretBasic(clientSecret), {
      algorithm,
      timeout: PROVIDER_TIMEOUT_MS / 1000,
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
};

/** Remembers an answer for a while; an error is not remembered. */
const keepFor = <T>(life: number, clock: Clock, ask: () => Promise<T>): (() => Promise<T>) => {
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
};

const toToken = (
  response: { access_token: string; refresh_token?: string | undefined; expires_in?: number | undefined },
  previous: string | null,
  clock: Clock,
): CallToken => ({
  access: response.access_token,
  refresh: response.refresh_token ?? previous,
  expiresAt: response.expires_in === undefined ? null : clock.now() + response.expires_in * 1000,
});

const outcomeOf = async <T>(ask: () => Promise<T>): Promise<Outcome<T>> => {
  try {
    return { kind: 'given', value: await ask() };
  } catch (error) {
    return { kind: isRefusal(error) ? 'refused' : 'failed', error };
  }
};

/** A no that concerns the person. That our own credentials are wrong is the operator's trouble. */
const isRefusal = (error: unknown): boolean => {
  if (error instanceof oauth.AuthorizationResponseError) return true;
  if (!(error instanceof oauth.ResponseBodyError)) return false;
  return error.status < 500 && error.status !== 429 && error.error !== 'invalid_client';
};
