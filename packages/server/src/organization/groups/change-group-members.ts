import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { idBatches } from './id-batches.ts';
import { ascending } from './setting-value.ts';
import { trackChannelVisibility } from './track-channel-visibility.ts';
import { insertMembers } from './unnamed-groups.ts';

/** Adds users who are no members to a group, and removes members, on behalf of a directory. The organization is locked. */
export async function changeGroupMembers(
  tx: Tx,
  groupId: number,
  change: { readonly added?: readonly number[]; readonly removed?: readonly number[] },
): Promise<void> {
  const [added, removed] = [ascending(change.added ?? []), ascending(change.removed ?? [])];
  if (added.length + removed.length === 0) return;
  await trackChannelVisibility(tx, [groupId], async () => {
    if (added.length > 0) await insertMembers(tx, groupId, { direct_members: added, direct_subgroups: [] });
    if (removed.length > 0)
      await tx.all(sql`delete from group_member
        where realm_id = ${tx.realmId} and group_id = ${groupId} and user_id = any(${removed}::bigint[])`);
  });
  tx.record({
    action: 'group.members-changed',
    object: { type: 'group', id: groupId },
    after: { ...(added.length > 0 ? { added } : {}), ...(removed.length > 0 ? { removed } : {}) },
  });
  for (const user_ids of idBatches(added))
    tx.emit(everyone, { type: 'user_group', op: 'add_members', group_id: groupId, user_ids });
  for (const user_ids of idBatches(removed))
    tx.emit(everyone, { type: 'user_group', op: 'remove_members', group_id: groupId, user_ids });
}
