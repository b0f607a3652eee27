import { startOAuthServer } from './oauth-server.ts';

const PARLEY = { clientId: 'parley', clientSecret: 'the secret of parley at the provider' };

export type IdentityProvider = {
  readonly settings: { issuer: string; clientId: string; clientSecret: string; name: string };
  /** The account that the provider reports for the user of the browser. */
  account: { email: string; email_verified: boolean };
  /** Does what a browser would do there: its user logs in and agrees. Answers where it is sent back to. */
  visit(url: string): Promise<URL>;
  stop(): Promise<void>;
};

/** A real OpenID Connect provider on the loopback. */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const { issuer, visit, stop } = await startOAuthServer(redirectUri, {
    clients: [{ client_id: PARLEY.clientId, client_secret: PARLEY.clientSecret }],
    claims: () => self.account,
    more: { claims: { openid: ['sub'], email: ['email', 'email_verified'] } },
  });
  const self: IdentityProvider = {
    settings: { issuer, ...PARLEY, name: 'The Company' },
    account: { email: 'nobody@example.com', email_verified: true },
    visit,
    stop,
  };
  return self;
}
