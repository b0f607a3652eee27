import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { deleteDevices } from '../devices/devices.ts';
import { hashOf, newApiKey, type Sealer } from '../../engine/secrets/seal.ts';

/** Replaces a user's API key; the old key is rejected from now on, and its open polls end. */
export async function replaceApiKey(tx: Tx, sealer: Sealer, userId: number): Promise<string> {
  const apiKey = newApiKey();
  await tx.all(
    q
      .updateTable('realm_user')
      .set({ key_hash: hashOf(apiKey), key_sealed: sealer.seal(apiKey) })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', userId),
  );
  await deleteDevices(tx, { id: userId });
  tx.notify({ notice: 'credentials', user_id: userId });
  return apiKey;
}
