import { lockRealm } from '../../engine/db/realm.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import { deletionDelayDays } from './settings.ts';

const DAY_MS = 86_400_000;
/** Keeps the deletion time within the range of valid dates. */
const MAX_DELETION_DELAY_DAYS = 36_525;

/** Deactivates an organization: rejects all its credentials and ends all open polls. */
export async function deactivateRealm(
  tx: Tx,
  deletionDelay: number | null | undefined,
  now: number,
): Promise<void> {
  const deletedAt = deletionTime(deletionDelay ?? null, now);
  const realm = await lockRealm(tx);
  if (realm.deactivated_at !== null) return;
  await tx.all(
    q
      .updateTable('realm')
      .set({ deactivated_at: new Date(now), scheduled_deletion_at: deletedAt })
      .where('id', '=', tx.realmId),
  );
  tx.record({
    action: 'organization.deactivated',
    object: { type: 'organization' },
    after: { deleted_at: deletedAt },
  });
  tx.emit(everyone, { type: 'realm', op: 'deactivated', realm_id: tx.realmId });
  tx.notify({ notice: 'organization-closed' });
}

function deletionTime(days: number | null, now: number): Date | null {
  const { min, max } = deletionDelayDays;
  if (days === null) {
    if (max !== null) throw badRequest(`deletion_delay_days must be at most ${max}.`);
    return null;
  }
  if (days < min) throw badRequest(`deletion_delay_days must be at least ${min}.`);
  if (days > (max ?? MAX_DELETION_DELAY_DAYS)) throw badRequest('deletion_delay_days is too large.');
  return new Date(now + days * DAY_MS);
}
