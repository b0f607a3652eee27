import { createPublicKey, diffieHellman, randomBytes, type KeyObject } from 'node:crypto';
import { hsalsa, xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { registrationPublicKey } from '../../../../engine/push-config.ts';

const NONCE_BYTES = 24;
const KEY_BYTES = 32;

/** The content of a push for a client: Base64 of nonce and ciphertext (`crypto_secretbox_easy` of libsodium). */
export function encryptForKey(text: string, secret: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const encrypted = xsalsa20poly1305(secret, nonce).encrypt(Buffer.from(text));
  return Buffer.concat([nonce, encrypted]).toString('base64');
}

/** Opens a sealed box (`crypto_box_seal` of libsodium); undefined if it was sealed for another key. */
export function openSealedBox(box: Buffer, key: KeyObject): string | undefined {
  if (box.length <= KEY_BYTES) return undefined;
  const sender = box.subarray(0, KEY_BYTES);
  const nonce = blake2b(Buffer.concat([sender, registrationPublicKey(key)]), { dkLen: NONCE_BYTES });
  try {
    const shared = diffieHellman({ privateKey: key, publicKey: publicKeyOf(sender) });
    const opened = xsalsa20poly1305(boxKeyOf(shared), nonce).decrypt(box.subarray(KEY_BYTES));
    return Buffer.from(opened).toString();
  } catch {
    return undefined;
  }
}

function publicKeyOf(bytes: Buffer): KeyObject {
  const key = { kty: 'OKP', crv: 'X25519', x: bytes.toString('base64url') };
  return createPublicKey({ key, format: 'jwk' });
}

/** "expand 32-byte k", the constant of Salsa20. */
const SIGMA = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574);

/** The key of a box is a hash of the shared secret (HSalsa20). */
function boxKeyOf(shared: Buffer): Uint8Array {
  const words = new Uint32Array(KEY_BYTES / 4).map((_, index) => shared.readUInt32LE(index * 4));
  const out = new Uint32Array(KEY_BYTES / 4);
  hsalsa(SIGMA, words, new Uint32Array(4), out);
  const key = Buffer.alloc(KEY_BYTES);
  out.forEach((word, index) => key.writeUInt32LE(word, index * 4));
  return key;
}
