import type { DirectoryRules } from '@parley/contract/endpoints/directory.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { isOwner } from '@parley/contract/rights/roles.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { UserRow } from '../../http/actor.ts';
import { changeGroupMembers } from '../groups/change-group-members.ts';
import { listedGroups } from '../groups/rows.ts';
import { changeRole } from '../users/change-role.ts';
import { mapped } from './rules.ts';

/** Gives a user the groups and the role that follow from the groups at the provider. The organization is locked. */
export async function applyRules(
  tx: Tx,
  realm: RealmRow,
  user: UserRow,
  {
    rules,
    names,
    now,
  }: { readonly rules: DirectoryRules; readonly names: readonly string[]; readonly now: number },
): Promise<void> {
  const { user_group_ids: wanted, role } = mapped(rules, names);
  const managed = rules.groups.map(({ user_group_id }) => user_group_id).filter((id) => id !== null);
  const groups = await listedGroups(tx, tx.realmId, { deactivated: false, ids: managed });
  const memberships = await tx.all(
    sql<{ group_id: number }>`select group_id from group_member
      where realm_id = ${tx.realmId} and user_id = ${user.id} and group_id = any(${managed}::bigint[])`,
  );
  const current = new Set(memberships.map(({ group_id }) => group_id));
  for (const { id, is_system } of groups) {
    if (is_system || wanted.includes(id) === current.has(id)) continue;
    await changeGroupMembers(tx, id, current.has(id) ? { removed: [user.id] } : { added: [user.id] });
  }
  if (role !== null && role !== user.role && !isOwner(user))
    await changeRole(tx, realm, user, role as Role, now);
}
