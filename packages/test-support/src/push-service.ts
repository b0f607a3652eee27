import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A push as a device receives it. */
export type ReceivedPush = {
  readonly device: PushDevice;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
};

/** A device that is registered at the push service. */
export type PushDevice = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};

export type PushService = {
  /** All pushes that the service accepted. */
  readonly received: readonly ReceivedPush[];
  /** The status of every response; 201 accepts the push. */
  status: number;
  /** Pushes that got another status. */
  readonly refused: number;
  addDevice(): PushDevice;
  stop(): Promise<void>;
};

/** A push service on the loopback (RFC 8030) that checks the sender and decrypts with the keys of its devices. */
export async function startPushService(): Promise<PushService> {
  const received: ReceivedPush[] = [];
  let refused = 0;
  const devices = new Map<string, { device: PushDevice; keys: ECDH; auth: Buffer }>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const known = devices.get(request.url ?? '');
      if (request.method !== 'POST' || known === undefined) return response.writeHead(404).end();
      if (service.status !== 201) {
        refused += 1;
        return response.writeHead(service.status).end();
      }
      const { authorization = '', ttl } = request.headers;
      if (!isSigned(authorization, new URL(known.device.endpoint).origin) || ttl === undefined)
        return response.writeHead(403).end();
      const payload = JSON.parse(decryptPush(body, known.keys, known.auth).toString()) as Record<
        string,
        unknown
      >;
      const headers = request.headers as ReceivedPush['headers'];
      received.push({ device: known.device, payload, headers });
      return response.writeHead(201).end();
    })().catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const service: PushService = {
    received,
    status: 201,
    get refused() {
      return refused;
    },
    addDevice: () => {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(12).toString('hex')}`;
      const device = {
        endpoint: `http://127.0.0.1:${port}${path}`,
        p256dh: keys.getPublicKey().toString('base64url'),
        auth: auth.toString('base64url'),
      };
      devices.set(path, { device, keys, auth });
      return device;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
  return service;
}

/** Decrypts the body of a push with the keys of the device (RFC 8188, RFC 8291). */
export function decryptPush(body: Buffer, device: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const senderKey = body.subarray(21, keyEnd);
  const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), senderKey]);
  const material = derive(device.computeSecret(senderKey), auth, info, 32);
  const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

function isSigned(authorization: string, audience: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string;
    exp: number;
  };
  return (
    aud === audience &&
    exp > Date.now() / 1000 &&
    exp < Date.now() / 1000 + 86_400 &&
    verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  );
}
