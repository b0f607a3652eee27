import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { trackChannelVisibility } from '../groups/track-channel-visibility.ts';
import { listedGroups } from '../groups/rows.ts';
import { insertMembers } from '../groups/unnamed-groups.ts';

/** Adds a new user to those groups that are still active. The caller must have locked the organization. */
export async function joinGroups(tx: Tx, userId: number, groupIds: readonly number[]): Promise<void> {
  if (groupIds.length === 0) return;
  const groups = await listedGroups(tx, tx.realmId, { deactivated: false, ids: groupIds });
  const ids = groups.filter(({ is_system }) => !is_system).map(({ id }) => id);
  await trackChannelVisibility(tx, ids, async () => {
    for (const id of ids) {
      await insertMembers(tx, id, { direct_members: [userId], direct_subgroups: [] });
      tx.emit(everyone, { type: 'user_group', op: 'add_members', group_id: id, user_ids: [userId] });
    }
  });
}
