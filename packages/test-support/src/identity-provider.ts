import { startOAuthServer } from './oauth-server.ts';

const PARLEY = { clientId: 'parley', clientSecret: 'the secret of parley at the provider' };

type ProvidedAccount = {
  email: string;
  email_verified: boolean;
  subject?: string;
  name?: string;
  groups?: readonly string[];
};

export type IdentityProvider = {
  readonly settings: {
    issuer: string;
    clientId: string;
    clientSecret: string;
    name: string;
    scopes: string;
    subjectClaim: string;
  };
  /** The account that the provider reports for the user of the browser. Without a subject, the address identifies it. */
  account: ProvidedAccount;
  /** Does what a browser would do there: its user logs in and agrees. Answers where it is sent back to. */
  visit(url: string): Promise<URL>;
  stop(): Promise<void>;
};

/** A real OpenID Connect provider on the loopback. */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const { issuer, visit, stop } = await startOAuthServer(redirectUri, {
    clients: [{ client_id: PARLEY.clientId, client_secret: PARLEY.clientSecret }],
    claims: () => self.account,
    subject: () => self.account.subject ?? self.account.email.toLowerCase(),
    more: {
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    },
  });
  const self: IdentityProvider = {
    settings: { issuer, ...PARLEY, name: 'The Company', scopes: 'openid email profile', subjectClaim: 'sub' },
    account: { email: 'nobody@example.com', email_verified: true },
    visit,
    stop,
  };
  return self;
}
