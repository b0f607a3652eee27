import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { forgetDevices } from '../devices/devices.ts';
import { hashOf, newApiKey, type Sealer } from '../../engine/secrets/seal.ts';

/** Replaces a key: the old one opens nothing from now on, and open polls with it end. */
export async function replaceApiKey(tx: Tx, sealer: Sealer, userId: number): Promise<string> {
  const apiKey = newApiKey();
  await tx.all(
    q
      .updateTable('realm_user')
      .set({ key_hash: hashOf(apiKey), key_sealed: sealer.seal(apiKey) })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', userId),
  );
  await forgetDevices(tx, { id: userId });
  tx.notify({ notice: 'credentials', user_id: userId });
  return apiKey;
}
