import { createPrivateKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { sql } from '../../../../engine/db/sql.ts';
import type { Pool } from '../../../../engine/db/pool.ts';
import { placeOf } from '../../../../engine/secrets/places.ts';
import type { Sealer } from '../../../../engine/secrets/seal.ts';
import { signToken } from './json-web-token.ts';

/** The key pair with which an organization identifies itself to push services. */
type VapidKey = { readonly publicKey: string; readonly privateKey: JsonWebKey };

/** The key of an organization, which is created when it is first needed. */
export async function vapidKeyOf(pool: Pool, sealer: Sealer, realmId: number): Promise<VapidKey> {
  const place = placeOf('vapid_key', { realm_id: realmId });
  const find = () =>
    pool.first(sql<{ public_key: string; sealed: Buffer }>`
      select public_key, sealed from vapid_key where realm_id = ${realmId}`);
  let row = await find();
  if (row === undefined) {
    const { publicKey, privateKey } = newVapidKey();
    const sealed = sealer.seal(place, JSON.stringify(privateKey));
    await pool.all(sql`
      insert into vapid_key (realm_id, public_key, sealed) values (${realmId}, ${publicKey}, ${sealed})
      on conflict do nothing`);
    row = await find();
  }
  if (row === undefined) throw new Error(`Organization ${realmId} has no key for push services.`);
  return {
    publicKey: row.public_key,
    privateKey: JSON.parse(sealer.open(place, row.sealed)) as JsonWebKey,
  };
}

function newVapidKey(): VapidKey {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const privateKey = pair.privateKey.export({ format: 'jwk' });
  const point = [
    Buffer.of(4),
    ...[privateKey.x, privateKey.y].map((one) => Buffer.from(one ?? '', 'base64url')),
  ];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey };
}

/** Push services refuse tokens that are valid for more than a day. */
const TOKEN_SECONDS = 12 * 3_600;

/** The value of the header `Authorization` for a push service (RFC 8292). */
export function vapidAuthorization(
  { publicKey, privateKey }: VapidKey,
  endpoint: string,
  contact: string,
  now: number,
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1000) + TOKEN_SECONDS,
    sub: contact,
  };
  const token = signToken(createPrivateKey({ key: privateKey, format: 'jwk' }), claims);
  return `vapid t=${token}, k=${publicKey}`;
}
