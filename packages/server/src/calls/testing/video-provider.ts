import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

const PARLEY = { id: 'parley', secret: 'the secret of parley at the provider' };
const MEETINGS = { id: 'meetings', secret: 'the secret of the meetings api itself' };

export type Wish = { room: string; starts_at?: string; ends_at?: string };

/** How the meetings API is to behave: a status, or a way of being broken. */
export type Behaviour =
  | 'open'
  | 'no public rooms'
  | 'silent'
  | 'redirects'
  | 'talks nonsense'
  | 'names a script'
  | 'endless'
  | number;

export type VideoProvider = {
  readonly settings: { clientId: string; clientSecret: string; issuer: string; meetingsUrl: string };
  meetings: Behaviour;
  /** Whether the OAuth server drops every connection. */
  isDown: boolean;
  /** What the meetings API was asked for, and how often a token was refreshed. */
  readonly wishes: Wish[];
  refreshes: number;
  /** Does what a person's browser would do there: signs in, agrees, and answers where it is sent back to. */
  consent(url: string): Promise<URL>;
  revoke(token: string): Promise<void>;
  stop(): Promise<void>;
};

/** A real OAuth server and a meetings API that asks it about every token, on the loopback. */
export const startVideoProvider = async (redirectUri: string): Promise<VideoProvider> => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(redirectUri));
  const self: VideoProvider = {
    settings: {
      clientId: PARLEY.id,
      clientSecret: PARLEY.secret,
      issuer,
      meetingsUrl: `${issuer}/meetings`,
    },
    meetings: 'open',
    isDown: false,
    wishes: [],
    refreshes: 0,
    consent: (url) => walk(url, redirectUri),
    revoke: async (token) => {
      const answer = await post(`${issuer}/token/revocation`, PARLEY, { token });
      if (!answer.ok) throw new Error(await answer.text());
    },
    stop: () => close(server),
  };
  const oauth = provider.callback();
  server.on('request', (request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/meetings')) void meet(self, issuer, request, response);
    else if (self.isDown) request.socket.destroy();
    else if (path.startsWith('/interaction/')) void agree(provider, request, response);
    else {
      if (path === '/token') countRefreshes(self, request);
      oauth(request, response);
    }
  });
  return self;
};

const configuration = (redirectUri: string): object => ({
  clients: [
    {
      client_id: PARLEY.id,
      client_secret: PARLEY.secret,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    { client_id: MEETINGS.id, client_secret: MEETINGS.secret, redirect_uris: [redirectUri] },
  ],
  scopes: ['openid', 'offline_access', 'meetings'],
  jwks: {
    keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })],
  },
  cookies: { keys: ['signs the cookies of the test'] },
  findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
  features: {
    devInteractions: { enabled: false },
    introspection: { enabled: true, allowedPolicy: () => true },
    revocation: { enabled: true, allowedPolicy: () => true },
  },
  interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  pkce: { required: () => true },
  rotateRefreshToken: true,
  ttl: {
    AccessToken: 3600,
    AuthorizationCode: 60,
    Grant: 3600,
    IdToken: 3600,
    Interaction: 600,
    RefreshToken: 3600,
    Session: 600,
  },
});

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

export const walk = async (from: string, until: string): Promise<URL> => {
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
};

const meet = async (
  self: VideoProvider,
  issuer: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const wish = JSON.parse(await bodyOf(request)) as Wish;
  self.wishes.push(wish);
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
  const known = await post(`${issuer}/token/introspection`, MEETINGS, { token });
  const { active } = (await known.json()) as { active: boolean };
  const answer = (status: number, body: object, headers = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
  const { meetings } = self;
  const url = `https://meet.example.com/${wish.room}/1`;
  if (!active) answer(401, {});
  else if (typeof meetings === 'number') answer(meetings, { url });
  else if (meetings === 'no public rooms' && wish.room === 'public') answer(403, {});
  else if (meetings === 'redirects') answer(307, {}, { location: '/meetings/elsewhere' });
  else if (meetings === 'talks nonsense') response.end('<html>');
  else if (meetings === 'names a script') answer(200, { url: 'javascript:alert(1)' });
  else if (meetings === 'endless') response.end('x'.repeat(1_000_000));
  else if (meetings !== 'silent') answer(201, { url });
};

const countRefreshes = (self: VideoProvider, request: IncomingMessage): void => {
  // The OAuth server reads the same stream; listening to it as well takes nothing away.
  request.on('data', (chunk: Buffer) => {
    if (chunk.includes('grant_type=refresh_token')) self.refreshes += 1;
  });
  request.pause();
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const post = (
  url: string,
  client: { id: string; secret: string },
  form: Record<string, string>,
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client.id}:${encodeURIComponent(client.secret)}`).toString('base64')}`,
    },
    body: new URLSearchParams(form),
  });

export const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => {
      resolve();
    });
  });
