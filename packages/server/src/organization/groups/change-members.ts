import { refuseAddingMembers, refuseRemovingMembers } from '@parley/contract/rights/group-rights.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { groupFacts } from './access.ts';
import { checkUsers } from './check-holder.ts';
import { idBatches } from './id-batches.ts';
import type { GroupRow } from './rows.ts';
import { ascending } from './setting-value.ts';
import { insertMembers } from './unnamed-groups.ts';

/** Adds users and bots to a group, all or none. Users with `can_join_group` may add themselves. */
export async function addMembers(
  tx: Tx,
  actor: Actor,
  group: GroupRow,
  given: readonly number[],
): Promise<void> {
  const ids = ascending(given);
  const refusal = refuseAddingMembers(await groupFacts(tx, actor, group), isOnlyActor(ids, actor));
  if (refusal !== undefined) throw badRequest(refusal.reason);
  await checkUsers(tx, ids);
  if ((await membersAmong(tx, group, ids)).length > 0)
    throw badRequest('A user is already a member of this group.');
  await insertMembers(tx, group.id, { direct_members: ids, direct_subgroups: [] });
  tx.record({
    action: 'group.members-changed',
    object: { type: 'group', id: group.id },
    after: { added: ids },
  });
  for (const user_ids of idBatches(ids))
    tx.emit(everyone, { type: 'user_group', op: 'add_members', group_id: group.id, user_ids });
}

/** Removes users and bots from a group, all or none. Users with `can_leave_group` may remove themselves. */
export async function removeMembers(
  tx: Tx,
  actor: Actor,
  group: GroupRow,
  given: readonly number[],
): Promise<void> {
  const ids = ascending(given);
  const refusal = refuseRemovingMembers(await groupFacts(tx, actor, group), isOnlyActor(ids, actor));
  if (refusal !== undefined) throw badRequest(refusal.reason);
  await checkUsers(tx, ids);
  if ((await membersAmong(tx, group, ids)).length < ids.length)
    throw badRequest('A user is not a member of this group.');
  await tx.all(
    sql`delete from group_member
        where realm_id = ${tx.realmId} and group_id = ${group.id} and user_id = any(${ids}::bigint[])`,
  );
  tx.record({
    action: 'group.members-changed',
    object: { type: 'group', id: group.id },
    after: { removed: ids },
  });
  for (const user_ids of idBatches(ids))
    tx.emit(everyone, { type: 'user_group', op: 'remove_members', group_id: group.id, user_ids });
}

function isOnlyActor(ids: readonly number[], { user }: Actor): boolean {
  return ids.length === 1 && ids[0] === user.id;
}

function membersAmong(tx: Tx, { id }: GroupRow, ids: number[]) {
  return tx.all(
    sql<{ user_id: number }>`
      select user_id from group_member
      where realm_id = ${tx.realmId} and group_id = ${id} and user_id = any(${ids}::bigint[])`,
  );
}
