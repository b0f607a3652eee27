import type { Config } from '../../../engine/config.ts';
import { discover } from '../../../http/oauth/client.ts';
import { reasonOf } from '../explain.ts';
import { failed, passed, type CheckResult } from './check-result.ts';

const TIMEOUT_MS = 5_000;

/** Reads the endpoints of the single sign-on provider, as a log-in does. */
export async function checkSignOn({ signOn }: Pick<Config, 'signOn'>): Promise<CheckResult> {
  if (signOn === undefined) return passed('sign-on', 'not configured, users log in with passwords');
  const { issuer, clientId, clientSecret } = signOn;
  try {
    await discover(new URL(issuer), clientId, clientSecret, TIMEOUT_MS);
    return passed('sign-on', issuer);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return failed(
      'sign-on',
      `${issuer}: ${reasonOf(cause)}`,
      'Correct PARLEY_OIDC_ISSUER, which serves /.well-known/openid-configuration, or start the provider; until then nobody can log in with it.',
    );
  }
}
