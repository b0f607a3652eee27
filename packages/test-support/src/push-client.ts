import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';

/** The app of an operator on one device: it registers itself and reads its notifications with libsodium. */
export type PushClient = {
  readonly kind: 'apns' | 'fcm';
  readonly token: string;
  readonly tokenId: string;
  readonly key: { readonly push_key: string; readonly push_key_id: number };
  /** The parameters of a registration for the server with this public key. */
  registration(
    publicKey: Buffer,
    change?: Readonly<Record<string, unknown>>,
  ): {
    readonly token_kind: 'apns' | 'fcm';
    readonly token_id: string;
    readonly bouncer_public_key: string;
    readonly encrypted_push_registration: string;
  };
  decrypt(encryptedData: unknown): Readonly<Record<string, unknown>>;
};

export async function createPushClient(kind: 'apns' | 'fcm', token: string): Promise<PushClient> {
  const { default: sodium } = await import('libsodium-wrappers');
  await sodium.ready;
  const secret = randomBytes(sodium.crypto_secretbox_KEYBYTES);
  const tokenId = createHash('sha256').update(token).digest().subarray(0, 8).toString('base64');
  return {
    kind,
    token,
    tokenId,
    key: {
      push_key: Buffer.concat([Buffer.of(0x31), secret]).toString('base64'),
      push_key_id: randomBytes(4).readUInt32LE(),
    },
    registration: (publicKey, change = {}) => {
      const content = { token_kind: kind, token, timestamp: Math.floor(Date.now() / 1000), ...change };
      const box = sodium.crypto_box_seal(JSON.stringify(content), publicKey);
      return {
        token_kind: kind,
        token_id: tokenId,
        bouncer_public_key: publicKey.toString('base64'),
        encrypted_push_registration: Buffer.from(box).toString('base64'),
      };
    },
    decrypt: (encryptedData) => {
      const bytes = Buffer.from(String(encryptedData), 'base64');
      const nonce = bytes.subarray(0, sodium.crypto_secretbox_NONCEBYTES);
      const opened = sodium.crypto_secretbox_open_easy(bytes.subarray(nonce.length), nonce, secret);
      return JSON.parse(Buffer.from(opened).toString()) as Record<string, unknown>;
    },
  };
}

/** A key pair with which a server opens registrations. */
export function newRegistrationKey() {
  return generateKeyPairSync('x25519').privateKey;
}
