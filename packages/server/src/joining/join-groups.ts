import type { Tx } from '../db/tx.ts';
import { keepingChannelSight } from '../groups/keep-channel-sight.ts';
import { listedGroups } from '../groups/queries.ts';
import { enlist } from '../groups/unnamed-groups.ts';
import { everyone } from '../log/audience.ts';

/** Puts somebody new into groups, as far as they still are groups. The organization is locked. */
export const joinGroups = async (tx: Tx, personId: number, groupIds: readonly number[]): Promise<void> => {
  if (groupIds.length === 0) return;
  const groups = await listedGroups(tx, tx.realmId, { deactivated: false, ids: groupIds });
  const ids = groups.filter(({ is_system }) => !is_system).map(({ id }) => id);
  await keepingChannelSight(tx, ids, async () => {
    for (const id of ids) {
      await enlist(tx, id, { direct_members: [personId], direct_subgroups: [] });
      tx.emit(everyone, { type: 'user_group', op: 'add_members', group_id: id, user_ids: [personId] });
    }
  });
};
