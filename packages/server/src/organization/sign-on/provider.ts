import * as oauth from 'openid-client';
import type { Clock } from '../../engine/clock.ts';
import type { Config } from '../../engine/config.ts';
import { urlOf } from '../../engine/hosts.ts';
import {
  discover,
  cacheFor,
  METADATA_LIFETIME_MS,
  outcomeOf,
  type ProviderOutcome,
} from '../../http/oauth/client.ts';
import type { ConfirmedPerson } from '../directory/account-at-sign-on.ts';
import { COMPLETE_PATH } from './methods.ts';

/** Secrets to store until the provider redirects back. */
export type BegunSignOn = { readonly verifier: string; readonly nonce: string };

export type SignOnProvider = {
  /** Returns the provider's authorization URL for the browser. */
  begin(state: string): Promise<ProviderOutcome<BegunSignOn & { readonly url: string }>>;
  finish(
    query: ReadonlyMap<string, string>,
    state: string,
    begun: BegunSignOn,
  ): Promise<ProviderOutcome<ConfirmedPerson>>;
};

const TIMEOUT_MS = 5_000;
/** OpenID Connect allows 255. */
const MAX_SUBJECT_LENGTH = 255;

/** Creates the client of the configured OpenID Connect provider. */
export function createSignOnProvider(
  { signOn, hosts }: Pick<Config, 'signOn' | 'hosts'>,
  clock: Clock,
): SignOnProvider | undefined {
  if (signOn === undefined) return undefined;
  const redirectUri = urlOf(hosts, '') + COMPLETE_PATH;
  const client = cacheFor(METADATA_LIFETIME_MS, clock, () =>
    discover(new URL(signOn.issuer), signOn.clientId, signOn.clientSecret, TIMEOUT_MS),
  );
  return {
    begin: (state) =>
      outcomeOf(async () => {
        const [verifier, nonce] = [oauth.randomPKCECodeVerifier(), oauth.randomNonce()];
        const url = oauth.buildAuthorizationUrl(await client(), {
          redirect_uri: redirectUri,
          scope: signOn.scopes,
          state,
          nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, verifier, nonce };
      }),
    finish: (query, state, { verifier, nonce }) =>
      outcomeOf(async () => {
        const url = new URL(redirectUri);
        for (const [name, value] of query) url.searchParams.set(name, value);
        const tokens = await oauth.authorizationCodeGrant(await client(), url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const said = tokens.claims();
        if (said === undefined) throw new Error('The provider sent no ID token.');
        const userInfo = await oauth.fetchUserInfo(await client(), tokens.access_token, said.sub);
        const claims = { ...said, ...userInfo };
        const subject = said[signOn.subjectClaim];
        if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT_LENGTH)
          throw new Error(`The provider does not say the claim ${signOn.subjectClaim}.`);
        return {
          identity: { provider: said.iss, subject },
          // An unverified address may belong to another user.
          email: userInfo.email_verified === true ? userInfo.email : undefined,
          claims,
        };
      }),
  };
}
