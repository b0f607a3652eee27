import type { Config } from '../../engine/config.ts';

/** The only provider of a server; paths and lists allow for more. */
export const PROVIDER = 'main';

export const LOGIN_PATH = `/accounts/login/social/oidc/${PROVIDER}`;

export const SIGN_UP_PATH = `/accounts/register/social/oidc/${PROVIDER}`;

export const COMPLETE_PATH = '/complete/oidc/';

/** The page that asks for the second step after the provider confirmed the identity. */
export function secondStepPath(state: string): string {
  return `/second-step/${state}`;
}

/** External authentication methods that clients offer. */
export function externalMethods({ signOn }: Pick<Config, 'signOn'>) {
  return signOn === undefined
    ? []
    : [
        {
          name: `oidc:${PROVIDER}`,
          display_name: signOn.name,
          display_icon: null,
          login_url: LOGIN_PATH,
          signup_url: SIGN_UP_PATH,
        },
      ];
}

/** A one-time pad as long as an API key, created by the client for a single login. */
export const PAD_SHAPE = /^[0-9a-f]{64}$/i;

/** XORs the API key with the pad, so that another program that intercepts the URL cannot read the key. */
export function encryptWithPad(apiKey: string, pad: string): string {
  const [key, mask] = [Buffer.from(apiKey, 'latin1'), Buffer.from(pad, 'hex')];
  return Buffer.from(key.map((byte, index) => byte ^ (mask[index] ?? 0))).toString('hex');
}
