import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { rightsIn } from './access.ts';
import { checkGroups } from './check-holder.ts';
import { groupsInside } from './inside.ts';
import type { GroupRow } from './rows.ts';
import { ascending } from './setting-value.ts';
import { insertMembers } from './unnamed-groups.ts';

/** Adds subgroups to a group, all or none; rejects cycles. */
export async function addSubgroups(
  tx: Tx,
  actor: Actor,
  group: GroupRow,
  given: readonly number[],
): Promise<void> {
  const ids = ascending(given);
  if (!(await rightsIn(tx, actor, group))('can_add_members_group'))
    throw badRequest('You do not have permission to add subgroups to this group.');
  await checkGroups(tx, ids);
  if ((await subgroupsAmong(tx, group, ids)).length > 0)
    throw badRequest('A group is already a subgroup of this group.');
  if ((await groupsInside(tx, tx.realmId, ids)).ids.has(group.id))
    throw badRequest('A group cannot contain itself.');
  await insertMembers(tx, group.id, { direct_members: [], direct_subgroups: ids });
  tx.record({
    action: 'group.subgroups-changed',
    object: { type: 'group', id: group.id },
    after: { added: ids },
  });
  tx.emit(everyone, {
    type: 'user_group',
    op: 'add_subgroups',
    group_id: group.id,
    direct_subgroup_ids: ids,
  });
}

/** Removes subgroups from a group, all or none. */
export async function removeSubgroups(
  tx: Tx,
  actor: Actor,
  group: GroupRow,
  given: readonly number[],
): Promise<void> {
  const ids = ascending(given);
  if (!(await rightsIn(tx, actor, group))('can_manage_group'))
    throw badRequest('You do not have permission to remove subgroups from this group.');
  if ((await subgroupsAmong(tx, group, ids)).length < ids.length)
    throw badRequest('A group is not a subgroup of this group.');
  await tx.all(
    sql`delete from group_subgroup
        where realm_id = ${tx.realmId} and group_id = ${group.id} and subgroup_id = any(${ids}::bigint[])`,
  );
  tx.record({
    action: 'group.subgroups-changed',
    object: { type: 'group', id: group.id },
    after: { removed: ids },
  });
  tx.emit(everyone, {
    type: 'user_group',
    op: 'remove_subgroups',
    group_id: group.id,
    direct_subgroup_ids: ids,
  });
}

function subgroupsAmong(tx: Tx, { id }: GroupRow, ids: number[]) {
  return tx.all(
    sql<{ subgroup_id: number }>`
      select subgroup_id from group_subgroup
      where realm_id = ${tx.realmId} and group_id = ${id} and subgroup_id = any(${ids}::bigint[])`,
  );
}
