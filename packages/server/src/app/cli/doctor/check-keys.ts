import { q, sql, type Reader } from '../../../engine/db/sql.ts';
import { SYSTEM_ROLE } from '../../../http/actor.ts';
import type { Sealer } from '../../../engine/secrets/seal.ts';
import { warning, failed, passed, type CheckResult } from './check-result.ts';

/** Ordering by hash picks keys of all ages, so a secret that was changed at any time is detected. */
const SAMPLE_SIZE = 200;

export async function checkKeys(reader: Reader, sealer: Sealer): Promise<CheckResult> {
  const rows = await reader.all(
    q
      .selectFrom('realm_user')
      .select('key_sealed')
      .where('role', '!=', SYSTEM_ROLE)
      .orderBy(sql`key_hash`)
      .limit(SAMPLE_SIZE),
  );
  const failures = rows.filter(({ key_sealed }) => !canDecrypt(sealer, key_sealed)).length;
  if (failures > 0)
    return failed(
      'keys',
      `${failures} of ${rows.length} cannot be decrypted`,
      'Set PARLEY_SECRET to the value in use when these users were created.',
    );
  return rows.length === 0
    ? warning('keys', 'there are no users yet', 'Run: parley realm create, then: parley user create')
    : passed('keys', `${rows.length} of ${rows.length} can be decrypted`);
}

function canDecrypt(sealer: Sealer, sealed: Buffer): boolean {
  try {
    sealer.open(sealed);
    return true;
  } catch {
    return false;
  }
}
