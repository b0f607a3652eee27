import { q, type Reader } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import { groupsWith } from './permissions.ts';
import type { GroupRow } from './rows.ts';
import { isDirectMember, isSystemGroup } from './system-groups.ts';

/** Whether a user is a member of a group, directly or through a nested subgroup. */
export async function isMember(
  reader: Reader,
  group: GroupRow,
  user: UserRow,
  directly: boolean,
): Promise<boolean> {
  if (!user.is_active) return false;
  if (!directly) return (await groupsWith(reader, group.realm_id, [group.id], user)).has(group.id);
  if (isSystemGroup(group.name)) return isDirectMember(group.name, user);
  const row = await reader.first(
    q
      .selectFrom('group_member')
      .select('user_id')
      .where('realm_id', '=', group.realm_id)
      .where('group_id', '=', group.id)
      .where('user_id', '=', user.id),
  );
  return row !== undefined;
}
