import { createHash, hash, randomInt } from 'node:crypto';
import type { Place } from './places.ts';
import { createSealingKey, expandName, type SealingKey } from './sealing-key.ts';

/** Encrypts values with the server's secret, so that a copy of the database does not reveal them. */
export type Sealer = {
  seal(place: Place, text: string): Buffer;
  /** Throws if the value was sealed for another place or with an unknown secret. */
  open(place: Place, sealed: Buffer): string;
  /** A keyed hash that only this server can compute, e.g. for file names that must not be guessable. */
  fingerprint(purpose: string, text: string): string;
};

/** The secrets of a node: `PARLEY_SECRET` first, then the previous one. The database decides which of them seals. */
export type Keyring = Sealer & {
  readonly keys: readonly [SealingKey, ...SealingKey[]];
  follow(use: KeyUse): void;
};

export type KeyUse = {
  /** New values are sealed with this key. */
  readonly current: SealingKey;
  readonly nameRoot: Buffer;
};

export class UnsealError extends Error {
  override readonly name = 'UnsealError';

  constructor(place: Place, options?: ErrorOptions) {
    super(`The value at ${place.name} was sealed with another secret or for another place.`, options);
  }
}

/** Until it follows the database, a sealer seals with the first secret. */
export function createSealer(secret: string, previous?: string): Keyring {
  const first = createSealingKey(secret);
  const keys = [first, ...(previous === undefined ? [] : [createSealingKey(previous)])] as const;
  let use: KeyUse = { current: first, nameRoot: first.nameRoot };
  /** Derived keys by purpose: a response may have thousands of fingerprints. */
  const nameKeys = new Map<string, Buffer>();
  const nameKeyOf = (purpose: string): Buffer => {
    const key = nameKeys.get(purpose) ?? expandName(use.nameRoot, purpose);
    nameKeys.set(purpose, key);
    return key;
  };
  return {
    keys,
    follow: (next) => {
      use = next;
      nameKeys.clear();
    },
    seal: (place, text) => use.current.seal(place, text),
    open: (place, sealed) => {
      const key = keys.find(({ header }) => sealed.subarray(0, header.length).equals(header));
      if (key === undefined) throw new UnsealError(place);
      try {
        return key.open(place, sealed);
      } catch (cause) {
        throw new UnsealError(place, { cause });
      }
    },
    fingerprint: (purpose, text) =>
      createHash('sha256').update(nameKeyOf(purpose)).update(text, 'utf8').digest('hex'),
  };
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const API_KEY_SHAPE = /^[A-Za-z0-9]{32}$/;

/** The shape of the token of a grant. An API key never has it, so each is looked up as what it is. */
export const GRANT_TOKEN_SHAPE = /^pk_[A-Za-z0-9]{32}$/;

export function newGrantToken(): string {
  return `pk_${newApiKey()}`;
}

/** The token of a directory of an organization. */
export function newDirectoryToken(): string {
  return `pd_${newApiKey()}`;
}

/** A code that a program exchanges for its first token. */
export function newAuthorizationCode(): string {
  return `pc_${newApiKey()}`;
}

/** A token that a program exchanges for its next one, once. */
export function newRefreshToken(): string {
  return `pr_${newApiKey()}`;
}

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
