import { q, sql, type Reader } from '../../../engine/db/sql.ts';
import { SYSTEM_ROLE } from '../../../http/actor.ts';
import type { Sealer } from '../../../engine/secrets/seal.ts';
import { advice, bad, good, type Finding } from './finding.ts';

/** The newest and some others: enough to notice a secret that was changed at any time. */
const SAMPLE = 200;

export async function checkKeys(reader: Reader, sealer: Sealer): Promise<Finding> {
  const rows = await reader.all(
    q
      .selectFrom('realm_user')
      .select('key_sealed')
      .where('role', '!=', SYSTEM_ROLE)
      .orderBy(sql`key_hash`)
      .limit(SAMPLE),
  );
  const closed = rows.filter(({ key_sealed }) => !opens(sealer, key_sealed)).length;
  if (closed > 0)
    return bad(
      'keys',
      `${closed} of ${rows.length} cannot be opened`,
      'Set PARLEY_SECRET back to the one with which these accounts were made.',
    );
  return rows.length === 0
    ? advice('keys', 'nobody has an account yet', 'Run: parley realm create, then: parley user create')
    : good('keys', `${rows.length} of ${rows.length} looked at can be opened`);
}

function opens(sealer: Sealer, sealed: Buffer): boolean {
  try {
    sealer.open(sealed);
    return true;
  } catch {
    return false;
  }
}
