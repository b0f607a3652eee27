import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
} from 'node:crypto';

/** Encrypts values with the server's secret, so that a copy of the database does not reveal them. */
export type Sealer = {
  seal(text: string): Buffer;
  open(sealed: Buffer): string;
  /** A keyed hash that only this server can compute, e.g. for file names that must not be guessable. */
  fingerprint(purpose: string, text: string): string;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSealer(secret: string): Sealer {
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: string): Buffer => {
    const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, 'parley', purpose, 32));
    keys.set(purpose, key);
    return key;
  };
  const sealingKey = keyFor('seal');
  return {
    seal: (text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed) => {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, nonce);
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
    fingerprint: (purpose, text) =>
      createHash('sha256').update(keyFor(purpose)).update(text, 'utf8').digest('hex'),
  };
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const API_KEY_SHAPE = /^[A-Za-z0-9]{32}$/;

/** 32 characters of 62: about 190 bits, so a plain hash is enough to keep the key secret. */
export function newApiKey(): string {
  return Array.from({ length: 32 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

export function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

export function hexHashOf(text: string): string {
  return hash('sha256', text, 'hex');
}
