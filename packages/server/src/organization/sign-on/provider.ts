import * as oauth from 'openid-client';
import type { Clock } from '../../engine/clock.ts';
import type { Config } from '../../engine/config.ts';
import { urlOf } from '../../engine/hosts.ts';
import { discover, keepFor, METADATA_LIFE_MS, outcomeOf, type Outcome } from '../../http/oauth/client.ts';
import { COMPLETE_PATH } from './methods.ts';

/** Who somebody is, as the provider says. */
export type Identity = { readonly email: string | undefined };

/** What has to be remembered, in secret, until the browser comes back. */
export type Begun = { readonly verifier: string; readonly nonce: string };

export type SignOnProvider = {
  /** Where a browser goes to show who its user is. */
  begin(state: string): Promise<Outcome<Begun & { readonly url: string }>>;
  finish(brought: ReadonlyMap<string, string>, state: string, begun: Begun): Promise<Outcome<Identity>>;
};

const TIMEOUT_MS = 5_000;

/** An OpenID Connect provider, as the operator configured it. */
export function createSignOnProvider(
  { signOn, hosts }: Pick<Config, 'signOn' | 'hosts'>,
  clock: Clock,
): SignOnProvider | undefined {
  if (signOn === undefined) return undefined;
  const redirectUri = urlOf(hosts, '') + COMPLETE_PATH;
  const client = keepFor(METADATA_LIFE_MS, clock, () =>
    discover(new URL(signOn.issuer), signOn.clientId, signOn.clientSecret, TIMEOUT_MS),
  );
  return {
    begin: (state) =>
      outcomeOf(async () => {
        const [verifier, nonce] = [oauth.randomPKCECodeVerifier(), oauth.randomNonce()];
        const url = oauth.buildAuthorizationUrl(await client(), {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, verifier, nonce };
      }),
    finish: (brought, state, { verifier, nonce }) =>
      outcomeOf(async () => {
        const url = new URL(redirectUri);
        for (const [name, value] of brought) url.searchParams.set(name, value);
        const tokens = await oauth.authorizationCodeGrant(await client(), url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const subject = tokens.claims()?.sub ?? '';
        const about = await oauth.fetchUserInfo(await client(), tokens.access_token, subject);
        // An address that the provider has not confirmed may be anybody's.
        return { email: about.email_verified === true ? about.email : undefined };
      }),
  };
}
