import type { Environment } from './environment.ts';

/** The OpenID Connect provider of a server. */
export type SignOnConfig = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The label of the button. */
  readonly name: string;
  readonly scopes: string;
  /** The claim of the ID token that names a person for ever. */
  readonly subjectClaim: string;
};

export function signOnOf(e: Environment): SignOnConfig | undefined {
  if (e.PARLEY_OIDC_ISSUER === '') return undefined;
  return {
    issuer: e.PARLEY_OIDC_ISSUER,
    clientId: e.PARLEY_OIDC_CLIENT_ID,
    clientSecret: e.PARLEY_OIDC_CLIENT_SECRET,
    name: e.PARLEY_OIDC_NAME,
    scopes: e.PARLEY_OIDC_SCOPES,
    subjectClaim: e.PARLEY_OIDC_SUBJECT_CLAIM,
  };
}
