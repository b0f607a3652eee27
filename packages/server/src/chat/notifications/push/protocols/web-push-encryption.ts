import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

/** The keys of a device, as a browser gives them. */
type DeviceKeys = {
  /** The public key of the device: an uncompressed point of P-256. */
  readonly p256dh: Buffer;
  readonly auth: Buffer;
};

export const CURVE = 'prime256v1';
export const PUBLIC_KEY_BYTES = 65;
export const AUTH_BYTES = 16;

const RECORD_BYTES = 4_096;
/** Marks the end of the last record (RFC 8188, section 2). */
const LAST_RECORD = 2;

/** Encrypts a payload so that only the device can read it (RFC 8291). Every payload has a key pair and salt of its own. */
export function encryptPush(
  payload: Buffer,
  { p256dh, auth }: DeviceKeys,
  sender: ECDH = newKeyPair(),
  salt: Buffer = randomBytes(16),
): Buffer {
  const senderKey = sender.getPublicKey();
  const secret = sender.computeSecret(p256dh);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey]);
  const keyMaterial = derive(secret, auth, info, 32);
  const key = derive(keyMaterial, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(keyMaterial, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const encrypted = Buffer.concat([
    cipher.update(payload),
    cipher.update(Buffer.of(LAST_RECORD)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_BYTES);
  header.writeUInt8(senderKey.length, 4);
  return Buffer.concat([salt, header, senderKey, encrypted]);
}

function newKeyPair(): ECDH {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return pair;
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
