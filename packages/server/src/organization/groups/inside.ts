import type { SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import { type Reader, sql } from '../../engine/db/sql.ts';
import { listGroups } from './list-groups.ts';
import { type GroupRow, systemGroupIds } from './rows.ts';
import { ascending } from './setting-value.ts';
import {
  isDirectMember,
  isInSystemGroup,
  isSystemGroup,
  type SystemGroupFacts,
  allSystemGroupFacts,
  subgroupsOf,
} from './system-groups.ts';

type Inside = { readonly ids: ReadonlySet<number>; readonly roles: readonly SystemGroup[] };

/** Groups and their subgroups at any depth. */
export async function groupsInside(
  reader: Reader,
  realmId: number,
  roots: readonly number[],
): Promise<Inside> {
  const rows = await reader.all(
    sql<{ id: number; system: SystemGroup | null }>`
      with recursive inside (id) as (
        select id from user_group where realm_id = ${realmId} and id = any(${[...roots]}::bigint[])
        union
        select s.subgroup_id from inside join group_subgroup s on s.realm_id = ${realmId} and s.group_id = inside.id
      )
      select inside.id, case when g.is_system then g.name end as system
      from inside join user_group g on g.realm_id = ${realmId} and g.id = inside.id`,
  );
  const named = rows.flatMap(({ system }) => system ?? []);
  const roles = [...new Set(named.flatMap((name) => [name, ...subgroupsOf(name)]))];
  const ids = roles.length === 0 ? undefined : await systemGroupIds(reader, realmId);
  const implied = ids === undefined ? [] : roles.map((name) => ids[name]);
  return { ids: new Set([...rows.map(({ id }) => id), ...implied]), roles };
}

/** The ids of a group's direct or nested subgroups, ascending. */
export async function subgroupsIn(reader: Reader, group: GroupRow, direct: boolean): Promise<number[]> {
  if (direct) {
    const [listed] = await listGroups(reader, group.realm_id, { deactivated: true, ids: [group.id] });
    return listed?.direct_subgroup_ids ?? [];
  }
  const { ids } = await groupsInside(reader, group.realm_id, [group.id]);
  return ascending(ids).filter((id) => id !== group.id);
}

/** The ids of active users and bots in any of the groups or their nested subgroups, ascending. */
export async function usersInGroups(
  reader: Reader,
  realmId: number,
  roots: readonly number[],
): Promise<number[]> {
  const { ids, roles } = await groupsInside(reader, realmId, roots);
  const byRole = allSystemGroupFacts.filter((facts) => roles.some((name) => isInSystemGroup(name, facts)));
  return usersOf(reader, realmId, [...ids], byRole);
}

/** The ids of active users and bots who are direct members of a group, ascending. */
export function directMembersOf(reader: Reader, realmId: number, group: GroupRow): Promise<number[]> {
  const { name } = group;
  const byRole = isSystemGroup(name)
    ? allSystemGroupFacts.filter((facts) => isDirectMember(name, facts))
    : [];
  return usersOf(reader, realmId, [group.id], byRole);
}

async function usersOf(
  reader: Reader,
  realmId: number,
  groupIds: number[],
  byRole: readonly SystemGroupFacts[],
): Promise<number[]> {
  const rows = await reader.all(
    sql<{ id: number }>`
      select id from realm_user p
      where realm_id = ${realmId} and is_active and (
        (role, is_full_member) in (
          select * from unnest(
            ${byRole.map(({ role }) => role)}::integer[],
            ${byRole.map(({ is_full_member }) => is_full_member)}::boolean[]
          )
        )
        or id in (
          select user_id from group_member where realm_id = ${realmId} and group_id = any(${groupIds}::bigint[])
        )
      )
      order by id`,
  );
  return rows.map(({ id }) => id);
}
