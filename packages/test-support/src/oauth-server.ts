import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** Options of the OAuth server that only some tests need. */
type Wanted = {
  readonly clients: readonly object[];
  /** Claims about the only user that it knows. */
  readonly claims?: () => object;
  /** The identifier of that user. */
  readonly subject?: () => string;
  readonly features?: object;
  /** More settings of the server, as they are. */
  readonly more?: object;
  /** Looks at every request first; true if it answers it itself. */
  readonly takes?: (request: IncomingMessage, response: ServerResponse) => boolean;
};

export type OAuthServer = {
  readonly issuer: string;
  /** Does what a user's browser would do: logs in, agrees, and answers where it is sent back to. */
  readonly visit: (url: string) => Promise<URL>;
  readonly stop: () => Promise<void>;
};

/** A real OAuth server on the loopback. Every visitor is the same user and agrees to everything. */
export async function startOAuthServer(
  redirectUri: string,
  { clients, claims = () => ({}), subject = () => 'somebody', features, more, takes = () => false }: Wanted,
): Promise<OAuthServer> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: clients.map((client) => ({ ...client, redirect_uris: [redirectUri] })),
    jwks: {
      keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })],
    },
    cookies: { keys: ['signs the cookies of the test'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...claims() }),
    }),
    features: { devInteractions: { enabled: false }, ...features },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 600,
      RefreshToken: 3600,
      Session: 600,
    },
    ...more,
  });
  const oauth = provider.callback();
  server.on('request', (request, response) => {
    if (takes(request, response)) return;
    if (request.url?.startsWith('/interaction/') === true) void agree(provider, subject(), request, response);
    else oauth(request, response);
  });
  return { issuer, visit: (url) => walk(url, redirectUri), stop: () => close(server) };
}

async function agree(
  provider: Provider,
  accountId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  const finish = (result: object): Promise<void> =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  if (prompt.name === 'login') return finish({ login: { accountId } });
  const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  return finish({ consent: { grantId: await grant.save() } });
}

async function walk(from: string, until: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(from);
  for (let steps = 0; steps < 20 && !url.href.startsWith(until); steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`stuck at ${url.href}: ${await answer.text()}`);
    url = new URL(location, url);
  }
  return url;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => {
      resolve();
    });
  });
}
