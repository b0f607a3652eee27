import { isOwner } from '@parley/contract/rights/roles.ts';
import type { Role } from '@parley/contract/primitives.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { changeRole } from '../../users/change-role.ts';
import { lockUsers, realmOf } from '../../users/queries.ts';
import { mapped } from '../rules.ts';
import { rulesOf } from '../store-rules.ts';
import { findScimGroup } from './group-rows.ts';
import { groupsOfPeople } from './user-rows.ts';

/** Gives people whose membership of a group changed the role that follows from their groups, where the rules name one for it. */
export async function giveRoles(
  tx: Tx,
  groupId: number,
  userIds: readonly number[],
  now: number,
): Promise<void> {
  if (userIds.length === 0) return;
  const rules = await rulesOf(tx, tx.realmId);
  const name = (await findScimGroup(tx, tx.realmId, String(groupId)))?.name;
  if (!rules.groups.some(({ group, role }) => group === name && role !== null)) return;
  const realm = await realmOf(tx);
  const groups = await groupsOfPeople(tx, tx.realmId, userIds);
  for (const user of await lockUsers(tx, ...userIds)) {
    const { role } = mapped(
      rules,
      (groups.get(user.id) ?? []).map((group) => group.name),
    );
    if (role !== null && role !== user.role && !isOwner(user))
      await changeRole(tx, realm, user, role as Role, now);
  }
}
