import type { Config } from '../../engine/config.ts';

/** One provider a server; the paths and the list have room for more. */
export const PROVIDER = 'main';

export const LOGIN_PATH = `/accounts/login/social/oidc/${PROVIDER}`;

export const SIGN_UP_PATH = `/accounts/register/social/oidc/${PROVIDER}`;

export const COMPLETE_PATH = '/complete/oidc/';

/** Ways to log in with an account elsewhere, as clients offer them. */
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

/** A one-time pad as long as an API key, as a client makes one for a single log-in. */
export const PAD_SHAPE = /^[0-9a-f]{64}$/i;

/** The key as only the client with the pad can read it: another program that catches the address learns nothing. */
export function hidden(apiKey: string, pad: string): string {
  const [key, mask] = [Buffer.from(apiKey, 'latin1'), Buffer.from(pad, 'hex')];
  return Buffer.from(key.map((byte, index) => byte ^ (mask[index] ?? 0))).toString('hex');
}
