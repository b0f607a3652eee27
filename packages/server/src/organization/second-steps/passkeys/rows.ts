import { q, type Reader } from '../../../engine/db/sql.ts';
import { placeOf } from '../../../engine/secrets/places.ts';
import { hashOf, type Sealer } from '../../../engine/secrets/seal.ts';
import { secondStepsOf, type SecondStepRow } from '../rows.ts';
import type { StoredPasskey } from './ceremony.ts';

export function passkeyIn(
  { sealer }: { readonly sealer: Sealer },
  row: Pick<SecondStepRow, 'realm_id' | 'id' | 'sealed'>,
): StoredPasskey {
  return JSON.parse(sealer.open(placeOf('second_step', row), row.sealed)) as StoredPasskey;
}

/** The passkeys of a user, oldest first. */
export async function passkeysOf(
  reader: Reader,
  world: { readonly sealer: Sealer },
  realmId: number,
  userId: number,
): Promise<StoredPasskey[]> {
  const rows = await reader.all(secondStepsOf(realmId, userId).where('kind', '=', 'passkey'));
  return rows.map((row) => passkeyIn(world, row));
}

/** The row of a passkey, by the id that its authenticator gave it. */
export function passkeyOfId(realmId: number, id: string) {
  return q
    .selectFrom('second_step')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('kind', '=', 'passkey')
    .where('passkey_hash', '=', hashOf(id));
}
