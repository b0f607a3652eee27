import type { IncomingMessage, ServerResponse } from 'node:http';
import { startOAuthServer } from './oauth-server.ts';

const PARLEY = { id: 'parley', secret: 'the secret of parley at the provider' };
const MEETINGS = { id: 'meetings', secret: 'the secret of the meetings api itself' };

export type MeetingRequest = { room: string; starts_at?: string; ends_at?: string };

/** How the meetings API is to behave: a status, or a way of being broken. */
export type ProviderBehavior =
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
  meetings: ProviderBehavior;
  /** Whether the OAuth server drops every connection. */
  isDown: boolean;
  /** Requests to the meetings API, and the number of token refreshes. */
  readonly requests: MeetingRequest[];
  refreshes: number;
  /** Does what a user's browser would do there: signs in, agrees, and answers where it is sent back to. */
  consent(url: string): Promise<URL>;
  revoke(token: string): Promise<void>;
  stop(): Promise<void>;
};

/** A real OAuth server and a meetings API that asks it about every token, on the loopback. */
export async function startVideoProvider(redirectUri: string): Promise<VideoProvider> {
  const { issuer, visit, stop } = await startOAuthServer(redirectUri, {
    clients: [
      {
        client_id: PARLEY.id,
        client_secret: PARLEY.secret,
        grant_types: ['authorization_code', 'refresh_token'],
      },
      { client_id: MEETINGS.id, client_secret: MEETINGS.secret },
    ],
    features: {
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true, allowedPolicy: () => true },
    },
    more: { scopes: ['openid', 'offline_access', 'meetings'], rotateRefreshToken: true },
    takes: (request, response) => {
      const path = request.url ?? '';
      const isMeeting = path.startsWith('/meetings');
      if (isMeeting) void meet(self, issuer, request, response);
      else if (self.isDown) request.socket.destroy();
      else if (path === '/token') countRefreshes(self, request);
      return isMeeting || self.isDown;
    },
  });
  const self: VideoProvider = {
    settings: {
      clientId: PARLEY.id,
      clientSecret: PARLEY.secret,
      issuer,
      meetingsUrl: `${issuer}/meetings`,
    },
    meetings: 'open',
    isDown: false,
    requests: [],
    refreshes: 0,
    consent: visit,
    revoke: async (token) => {
      const answer = await post(`${issuer}/token/revocation`, PARLEY, { token });
      if (!answer.ok) throw new Error(await answer.text());
    },
    stop,
  };
  return self;
}

async function meet(
  self: VideoProvider,
  issuer: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const meeting = JSON.parse(await bodyOf(request)) as MeetingRequest;
  self.requests.push(meeting);
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
  const known = await post(`${issuer}/token/introspection`, MEETINGS, { token });
  const { active } = (await known.json()) as { active: boolean };
  const answer = (status: number, body: object, headers = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
  const { meetings } = self;
  const url = `https://meet.example.com/${meeting.room}/1`;
  if (!active) answer(401, {});
  else if (typeof meetings === 'number') answer(meetings, { url });
  else if (meetings === 'no public rooms' && meeting.room === 'public') answer(403, {});
  else if (meetings === 'redirects') answer(307, {}, { location: '/meetings/elsewhere' });
  else if (meetings === 'talks nonsense') response.end('<html>');
  else if (meetings === 'names a script') answer(200, { url: 'javascript:alert(1)' });
  else if (meetings === 'endless') response.end('x'.repeat(1_000_000));
  else if (meetings !== 'silent') answer(201, { url });
}

function countRefreshes(self: VideoProvider, request: IncomingMessage): void {
  // The OAuth server reads the same stream; listening to it as well takes nothing away.
  request.on('data', (chunk: Buffer) => {
    if (chunk.includes('grant_type=refresh_token')) self.refreshes += 1;
  });
  request.pause();
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function post(
  url: string,
  client: { id: string; secret: string },
  form: Record<string, string>,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client.id}:${encodeURIComponent(client.secret)}`).toString('base64')}`,
    },
    body: new URLSearchParams(form),
  });
}
