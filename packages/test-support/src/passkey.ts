import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type {
  CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '@parley/contract/endpoints/passkeys.ts';
import { nextIn, q } from '@parley/server/engine/db/sql.ts';
import { placeOf } from '@parley/server/engine/secrets/places.ts';
import { hashOf } from '@parley/server/engine/secrets/seal.ts';
import type { World } from '@parley/server/http/world.ts';
import { handleOf } from '@parley/server/organization/second-steps/passkeys/ceremony.ts';
import type { TestBrowser } from './browser.ts';
import type { RawAnswer } from './raw.ts';

/** Flags of authenticator data (WebAuthn 6.1). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Deviations of an answer from what an honest browser and authenticator do. */
export type Deviation = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isUnverified?: boolean;
  /** The counter of the answer, instead of one more than the last. */
  readonly counter?: number;
  readonly userHandle?: string | null;
};

/** An authenticator with one passkey, in software: ES256, without attestation. */
export class SoftwarePasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #handle: string;
  #counter = 0;

  constructor(origin: string, handle = '') {
    this.#origin = origin;
    this.#handle = handle;
  }

  get publicKey(): Buffer {
    return coseKeyOf(this.#keys.publicKey);
  }

  create({ challenge, rp, user }: PasskeyCreation, { origin }: Deviation = {}): CreatedPasskey {
    this.#handle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([0, id.length]);
    const data = Buffer.concat([
      authenticatorData(rp.id, PRESENT | VERIFIED | HAS_CREDENTIAL, this.#counter),
      Buffer.alloc(16),
      length,
      id,
      this.publicKey,
    ]);
    return {
      id: this.id,
      client_data: clientData('webauthn.create', challenge, origin ?? this.#origin).toString('base64url'),
      attestation: attestationOf(data).toString('base64url'),
      transports: ['internal'],
    };
  }

  use({ challenge, rpId }: PasskeyRequest, deviation: Deviation = {}): UsedPasskey {
    const { origin = this.#origin, isUnverified, counter = this.#counter + 1, userHandle } = deviation;
    this.#counter = counter;
    const client = clientData('webauthn.get', challenge, origin);
    const flags = isUnverified === true ? PRESENT : PRESENT | VERIFIED;
    const data = authenticatorData(deviation.rpId ?? rpId, flags, counter);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return {
      id: this.id,
      client_data: client.toString('base64url'),
      authenticator_data: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      user_handle: userHandle === undefined ? this.#handle : userHandle,
    };
  }
}

/** Adds a passkey to the account of a browser; the answer has recovery codes if it is the first second step. */
export async function addPasskey(
  { ask }: TestBrowser,
  passkey: SoftwarePasskey,
  proof: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const started = await ask('/passkeys', { method: 'POST', form: proof });
  const { options } = started.json() as { options?: PasskeyCreation };
  if (options === undefined) return started;
  const form = { name: 'Laptop', passkey: JSON.stringify(passkey.create(options)) };
  return ask('/passkeys/confirm', { method: 'POST', form });
}

/** Gives a user a passkey without ending a session. */
export async function storePasskey(
  { pool, sealer }: Pick<World, 'pool' | 'sealer'>,
  { realmId, id }: { readonly realmId: number; readonly id: number },
  origin: string,
): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey(origin, handleOf(realmId, id));
  const row = { realm_id: realmId, id: await nextIn(pool, 'second_step_id') };
  const stored = { id: passkey.id, publicKey: passkey.publicKey.toString('base64url'), transports: [] };
  await pool.all(
    q.insertInto('second_step').values({
      ...row,
      user_id: id,
      kind: 'passkey',
      name: 'Laptop',
      sealed: sealer.seal(placeOf('second_step', row), JSON.stringify(stored)),
      passkey_hash: hashOf(passkey.id),
      confirmed_at: new Date(),
    }),
  );
  return passkey;
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), rest]);
}

/** A map of CBOR with the format "none". */
function attestationOf(data: Buffer): Buffer {
  const length = Buffer.from([0x59, data.length >> 8, data.length & 0xff]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    cborText('fmt'),
    cborText('none'),
    cborText('attStmt'),
    Buffer.from([0xa0]),
    cborText('authData'),
    length,
    data,
  ]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

/** A key of COSE: type EC2, algorithm ES256, curve P-256, and the coordinates. */
function coseKeyOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (label: number, value: string): Buffer =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')]);
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return Buffer.concat([head, coordinate(0x21, x), coordinate(0x22, y)]);
}
