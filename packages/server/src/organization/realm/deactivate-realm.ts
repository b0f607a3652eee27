import { lockRealm } from '../../engine/db/realm.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import { deletionDelayDays } from './settings.ts';

const DAY_MS = 86_400_000;
/** Later than this is never; dates have an end. */
const LONGEST_DAYS = 36_525;

/** Lets nobody in any more, and ends all open polls. */
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
  tx.emit(everyone, { type: 'realm', op: 'deactivated', realm_id: tx.realmId });
  tx.notify({ notice: 'organization-closed' });
}

function deletionTime(days: number | null, now: number): Date | null {
  const { least, most } = deletionDelayDays;
  if (days === null) {
    if (most !== null) throw badRequest(`Everything is deleted after at most ${most} days.`);
    return null;
  }
  if (days < least) throw badRequest(`Nothing is deleted before ${least} days have passed.`);
  if (days > (most ?? LONGEST_DAYS)) throw badRequest('That is too far in the future.');
  return new Date(now + days * DAY_MS);
}
