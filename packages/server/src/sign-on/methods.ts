import type { Config } from '../config.ts';

/** One provider a server; the paths and the list have room for more. */
export const PROVIDER = 'main';
export const LOGIN_PATH = `/accounts/login/social/oidc/${PROVIDER}`;
export const SIGN_UP_PATH = `/accounts/register/social/oidc/${PROVIDER}`;
export const COMPLETE_PATH = '/complete/oidc/';

/** Ways to log in with an account elsewhere, as clients offer them. */
export const externalMethods = ({ signOn }: Pick<Config, 'signOn'>) =>
  signOn === undefined
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
