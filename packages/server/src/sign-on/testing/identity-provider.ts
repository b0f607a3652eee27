import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { close, walk } from '../../calls/testing/video-provider.ts';

const PARLEY = { clientId: 'parley', clientSecret: 'the secret of parley at the provider' };

export type IdentityProvider = {
  readonly settings: { issuer: string; clientId: string; clientSecret: string; name: string };
  /** Who sits in front of the browser, by the provider's account of them. */
  account: { email: string; email_verified: boolean };
  /** Does what a browser would do there: its person logs in and agrees. Answers where it is sent back to. */
  visit(url: string): Promise<URL>;
  stop(): Promise<void>;
};

/** A real OpenID Connect provider on the loopback. */
export const startIdentityProvider = async (redirectUri: string): Promise<IdentityProvider> => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const self: IdentityProvider = {
    settings: { issuer, ...PARLEY, name: 'The Company' },
    account: { email: 'nobody@example.com', email_verified: true },
    visit: (url) => walk(url, redirectUri),
    stop: () => close(server),
  };
  const provider = new Provider(issuer, {
    clients: [
      { client_id: PARLEY.clientId, client_secret: PARLEY.clientSecret, redirect_uris: [redirectUri] },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    jwks: {
      keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })],
    },
    cookies: { keys: ['signs the cookies of the test'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...self.account }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 600,
      Session: 600,
    },
  });
  const oidc = provider.callback();
  server.on('request', (request, response) => {
    if ((request.url ?? '').startsWith('/interaction/')) void agree(provider, request, response);
    else oidc(request, response);
  });
  return self;
};

const agree = async (
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  const finish = (result: object): Promise<void> =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  if (prompt.name === 'login') return finish({ login: { accountId: 'somebody' } });
  const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  return finish({ consent: { grantId: await grant.save() } });
};
