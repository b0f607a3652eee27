import { q, sql, type Reader } from '../../../engine/db/sql.ts';
import type { Sealer } from '../../../engine/secrets/seal.ts';
import { openBotKey, type SealedKey } from '../../../organization/credentials/keys.ts';
import { failed, passed, type CheckResult } from './check-result.ts';

/** Ordering by hash picks keys of all ages, so a secret that was changed at any time is detected. */
const SAMPLE_SIZE = 200;

export async function checkKeys(reader: Reader, sealer: Sealer): Promise<CheckResult> {
  const rows = await reader.all(
    q
      .selectFrom('realm_user')
      .select(['realm_id', 'id', 'key_sealed'])
      .where('key_sealed', 'is not', null)
      .orderBy(sql`key_hash`)
      .limit(SAMPLE_SIZE),
  );
  const failures = rows.filter((row) => !canDecrypt(sealer, row)).length;
  if (failures > 0)
    return failed(
      'keys',
      `${failures} of ${rows.length} cannot be decrypted`,
      'Set PARLEY_SECRET to the value in use when these bots were created.',
    );
  return passed('keys', `${rows.length} of ${rows.length} can be decrypted`);
}

function canDecrypt(sealer: Sealer, row: SealedKey): boolean {
  try {
    openBotKey(sealer, row);
    return true;
  } catch {
    return false;
  }
}
