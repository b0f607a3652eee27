import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Place } from './places.ts';

/** The keys that are derived from one secret of the server. */
export type SealingKey = {
  /** Names the secret in sealed values and in the database; the secret cannot be computed from it. */
  readonly id: Buffer;
  /** The first bytes of every value that this key sealed. */
  readonly header: Buffer;
  /** The root of the keys of `Sealer.fingerprint`. */
  readonly nameRoot: Buffer;
  seal(place: Place, text: string): Buffer;
  open(place: Place, sealed: Buffer): string;
};

/** The version of the format. */
const FORMAT = Buffer.from('PRL1', 'latin1');
const KEY_ID_BYTES = 8;
const HEADER_BYTES = FORMAT.length + KEY_ID_BYTES;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed value is header, nonce, tag and ciphertext; header and place are authenticated. */
export function createSealingKey(secret: string): SealingKey {
  const derive = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'parley', purpose, bytes));
  const id = derive('key id', KEY_ID_BYTES);
  const header = Buffer.concat([FORMAT, id]);
  const key = derive('seal in place', 32);
  const contextOf = (place: Place): Buffer => Buffer.concat([header, Buffer.from(place.name, 'utf8')]);
  return {
    id,
    header,
    // The extracted key of HKDF: `expandName` computes from it what HKDF computes from the secret.
    nameRoot: createHmac('sha256', 'parley').update(secret, 'utf8').digest(),
    seal: (place, text) => Buffer.concat([header, encrypt(key, text, contextOf(place))]),
    open: (place, sealed) => decrypt(key, sealed.subarray(HEADER_BYTES), contextOf(place)),
  };
}

/** The expansion of HKDF for keys of 32 bytes. */
export function expandName(root: Buffer, purpose: string): Buffer {
  return createHmac('sha256', root).update(purpose, 'utf8').update(Buffer.of(1)).digest();
}

function encrypt(key: Buffer, text: string, context: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(key: Buffer, sealed: Buffer, context: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  }).setAAD(context);
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
