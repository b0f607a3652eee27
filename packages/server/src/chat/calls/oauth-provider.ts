import * as oauth from 'openid-client';
import type { Clock } from '../../engine/clock.ts';
import type { Config } from '../../engine/config.ts';
import { urlOf } from '../../engine/hosts.ts';
import { discover, cacheFor, METADATA_LIFETIME_MS, outcomeOf } from '../../http/oauth/client.ts';
import { requestMeeting, PROVIDER_TIMEOUT_MS } from './meetings.ts';
import type { CallProvider, CallToken } from './provider.ts';

export const COMPLETE_PATH = '/calls/conference/complete';

/** A provider that supports OAuth 2 with discovery, as configured by the operator. */
export function createOAuthProvider(
  { calls, hosts }: Pick<Config, 'calls' | 'hosts'>,
  clock: Clock,
): CallProvider | undefined {
  const { clientId, clientSecret, issuer, meetingsUrl, scope } = calls;
  if (clientId === '' || clientSecret === '' || issuer === '' || meetingsUrl === '') return undefined;
  const redirectUri = urlOf(hosts, '') + COMPLETE_PATH;
  const client = cacheFor(METADATA_LIFETIME_MS, clock, () =>
    discover(new URL(issuer), clientId, clientSecret, PROVIDER_TIMEOUT_MS),
  );

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
          // OpenID Connect grants offline_access only with the user's explicit consent.
          ...(scope.split(' ').includes('offline_access') ? { prompt: 'consent' } : {}),
        });
        return { url: url.href, verifier };
      }),
    finish: (callback, { state, verifier }) =>
      outcomeOf(async () => {
        const url = new URL(redirectUri);
        for (const [name, value] of callback) url.searchParams.set(name, value);
        const checks = { expectedState: state, pkceCodeVerifier: verifier };
        return toToken(await oauth.authorizationCodeGrant(await client(), url, checks), null, clock);
      }),
    refresh: (refreshToken) =>
      outcomeOf(async () =>
        toToken(await oauth.refreshTokenGrant(await client(), refreshToken), refreshToken, clock),
      ),
    createMeeting: (accessToken) => requestMeeting(meetingsUrl, accessToken, clock),
  };
}

function toToken(
  response: { access_token: string; refresh_token?: string | undefined; expires_in?: number | undefined },
  previous: string | null,
  clock: Clock,
): CallToken {
  return {
    access: response.access_token,
    refresh: response.refresh_token ?? previous,
    expiresAt: response.expires_in === undefined ? null : clock.now() + response.expires_in * 1000,
  };
}
