import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { forgetDevices } from '../devices/devices.ts';
import { hashOf, newApiKey, type Sealer } from '../secrets/seal.ts';

/** Replaces a key: the old one opens nothing from now on, and open polls with it end. */
export const replaceApiKey = async (tx: Tx, sealer: Sealer, personId: number): Promise<string> => {
  const apiKey = newApiKey();
  await tx.all(
    q
      .updateTable('person')
      .set({ key_hash: hashOf(apiKey), key_sealed: sealer.seal(apiKey) })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', personId),
  );
  await forgetDevices(tx, { id: personId });
  tx.notify({ notice: 'credentials', person_id: personId });
  return apiKey;
};
