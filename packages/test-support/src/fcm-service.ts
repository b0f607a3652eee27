import { generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FcmConfig } from '@parley/server/engine/push-config.ts';

/** A message as FCM hands it to a device. */
export type ReceivedFcmPush = {
  readonly token: string;
  readonly data: Readonly<Record<string, string>>;
  readonly android: { readonly priority: string; readonly ttl: string };
};

export type FcmService = {
  readonly config: FcmConfig;
  readonly received: readonly ReceivedFcmPush[];
  /** Tokens of devices that removed the app. */
  readonly unregistered: Set<string>;
  /** The status of every response to a message; 200 accepts it. */
  status: number;
  /** Access tokens that were issued. */
  readonly granted: number;
  /** Makes the service refuse the access tokens that it has issued. */
  revoke(): void;
  newToken(): string;
  stop(): Promise<void>;
};

const PROJECT = 'parley-test';
const ACCOUNT = 'push@parley-test.example';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';

/** Google's push service and its token endpoint on the loopback. */
export async function startFcmService(): Promise<FcmService> {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const received: ReceivedFcmPush[] = [];
  const access = new Set<string>();
  let granted = 0;
  const grant = async (request: IncomingMessage): Promise<[number, object]> => {
    const form = new URLSearchParams(await text(request));
    const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const content = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    const isValid =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      verify(
        'sha256',
        Buffer.from(`${header}.${claims}`),
        pair.publicKey,
        Buffer.from(signature, 'base64url'),
      ) &&
      content['iss'] === ACCOUNT &&
      content['aud'] === service.config.tokenUrl &&
      content['scope'] === SCOPE &&
      Number(content['exp']) - Number(content['iat']) <= 3_600;
    if (!isValid) return [400, { error: 'invalid_grant' }];
    granted += 1;
    const token = randomBytes(16).toString('hex');
    access.add(token);
    return [200, { access_token: token, expires_in: 3_599, token_type: 'Bearer' }];
  };
  const send = async (request: IncomingMessage): Promise<[number, object]> => {
    const { message } = JSON.parse(await text(request)) as { message: ReceivedFcmPush };
    if (!access.has((request.headers.authorization ?? '').replace('Bearer ', '')))
      return [401, { error: { status: 'UNAUTHENTICATED' } }];
    if (service.status !== 200) return [service.status, { error: { status: 'UNAVAILABLE' } }];
    if (service.unregistered.has(message.token))
      return [404, { error: { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } }];
    if (Object.values(message.data).some((value) => typeof value !== 'string'))
      return [400, { error: { status: 'INVALID_ARGUMENT' } }];
    received.push(message);
    return [200, { name: `projects/${PROJECT}/messages/1` }];
  };
  const server = createServer((request, response) => {
    void (async () => {
      const [status, body] =
        request.url === '/token'
          ? await grant(request)
          : request.url === `/v1/projects/${PROJECT}/messages:send`
            ? await send(request)
            : ([404, {}] as const);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    })().catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: FcmService = {
    config: { url, projectId: PROJECT, account: ACCOUNT, key: pair.privateKey, tokenUrl: `${url}/token` },
    received,
    unregistered: new Set(),
    status: 200,
    get granted() {
      return granted;
    },
    revoke: () => access.clear(),
    newToken: () => `${randomBytes(8).toString('hex')}:${randomBytes(16).toString('base64url')}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return service;
}
