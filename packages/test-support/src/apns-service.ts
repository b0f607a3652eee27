import { generateKeyPairSync, randomBytes, verify, type KeyObject } from 'node:crypto';
import {
  createServer,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ApnsConfig } from '@parley/server/engine/push-config.ts';

/** A push as APNs hands it to a device. */
export type ReceivedApnsPush = {
  readonly token: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
};

export type ApnsService = {
  readonly config: ApnsConfig;
  readonly received: readonly ReceivedApnsPush[];
  /** Answers pushes to a token with an error instead of delivering them. */
  readonly failures: Map<string, { readonly status: number; readonly reason: string }>;
  /** Answers every push with an error. */
  failure: { readonly status: number; readonly reason: string } | undefined;
  /** Requests that were answered with an error. */
  readonly refused: number;
  /** Connections that were opened. */
  readonly connections: number;
  newToken(): string;
  /** Closes all connections, as the service does now and then. */
  goAway(): void;
  stop(): Promise<void>;
};

/** Apple's push service on the loopback: HTTP/2, and a token of the provider that it checks. */
export async function startApnsService(): Promise<ApnsService> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const received: ReceivedApnsPush[] = [];
  const failures: ApnsService['failures'] = new Map();
  const sessions = new Set<Http2Session>();
  const counts = { refused: 0, connections: 0 };
  const answer = (stream: ServerHttp2Stream, status: number, reason?: string): void => {
    if (status !== 200) counts.refused += 1;
    stream.respond({ ':status': status });
    stream.end(reason === undefined ? undefined : JSON.stringify({ reason }));
  };
  const server = createServer();
  server.on('session', (session) => {
    counts.connections += 1;
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    void (async () => {
      const body = JSON.parse(await text(stream)) as ReceivedApnsPush['body'];
      const token = /^\/3\/device\/([0-9a-fA-F]+)$/.exec(headers[':path'] ?? '')?.[1];
      const failure = service.failure ?? failures.get(token ?? '');
      if (token === undefined) return answer(stream, 400, 'BadDeviceToken');
      if (!isProvider(headers, pair.publicKey, service.config))
        return answer(stream, 403, 'InvalidProviderToken');
      if (failure !== undefined) return answer(stream, failure.status, failure.reason);
      received.push({ token, headers: headers as ReceivedApnsPush['headers'], body });
      answer(stream, 200);
    })().catch(() => stream.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const service: ApnsService = {
    config: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      key: pair.privateKey,
      keyId: 'ABCDE12345',
      teamId: 'TEAM123456',
      appId: 'org.example.chat',
    },
    received,
    failures,
    failure: undefined,
    get refused() {
      return counts.refused;
    },
    get connections() {
      return counts.connections;
    },
    newToken: () => randomBytes(32).toString('hex'),
    goAway: () => {
      for (const session of sessions) session.destroy();
    },
    stop: () =>
      new Promise((resolve) => {
        for (const session of sessions) session.destroy();
        server.close(() => resolve());
      }),
  };
  return service;
}

const MAX_TOKEN_AGE_SECONDS = 3_600;

function isProvider(headers: IncomingHttpHeaders, key: KeyObject, { keyId, teamId }: ApnsConfig): boolean {
  const [header = '', claims = '', signature = ''] = (headers.authorization ?? '')
    .replace(/^bearer /, '')
    .split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return false;
  const { alg, kid } = decoded(header);
  const { iss, iat } = decoded(claims);
  const age = Date.now() / 1000 - Number(iat);
  return alg === 'ES256' && kid === keyId && iss === teamId && age > -60 && age < MAX_TOKEN_AGE_SECONDS;
}

function decoded(part: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}
