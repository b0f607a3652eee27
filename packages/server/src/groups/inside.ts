import type { SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import { sql, type Reader } from '../db/sql.ts';
import { listGroups } from './list-groups.ts';
import { systemGroupIds, type GroupRow } from './queries.ts';
import { ascending } from './setting-value.ts';
import {
  isDirectMember,
  isInSystemGroup,
  isSystemGroup,
  standings,
  subgroupsOf,
  type Standing,
} from './system-groups.ts';

type Inside = { readonly ids: ReadonlySet<number>; readonly roles: readonly SystemGroup[] };

/** Some groups and all groups inside them, at any depth. */
export const groupsInside = async (
  reader: Reader,
  realmId: number,
  roots: readonly number[],
): Promise<Inside> => {
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
};

/** The groups inside a group: only those directly in it, or at any depth; ascending. */
export const subgroupsIn = async (reader: Reader, group: GroupRow, direct: boolean): Promise<number[]> => {
  if (direct) {
    const [listed] = await listGroups(reader, group.realm_id, { deactivated: true, ids: [group.id] });
    return listed?.direct_subgroup_ids ?? [];
  }
  const { ids } = await groupsInside(reader, group.realm_id, [group.id]);
  return ascending(ids).filter((id) => id !== group.id);
};

/** Active people and bots who are in one of some groups, at any depth; ascending. */
export const peopleInGroups = async (
  reader: Reader,
  realmId: number,
  roots: readonly number[],
): Promise<number[]> => {
  const { ids, roles } = await groupsInside(reader, realmId, roots);
  const byRole = standings.filter((standing) => roles.some((name) => isInSystemGroup(name, standing)));
  return peopleOf(reader, realmId, [...ids], byRole);
};

/** Active people and bots who stand in a group themselves; ascending. */
export const directMembersOf = (reader: Reader, realmId: number, group: GroupRow): Promise<number[]> => {
  const { name } = group;
  const byRole = isSystemGroup(name) ? standings.filter((standing) => isDirectMember(name, standing)) : [];
  return peopleOf(reader, realmId, [group.id], byRole);
};

const peopleOf = async (
  reader: Reader,
  realmId: number,
  groupIds: number[],
  byRole: readonly Standing[],
): Promise<number[]> => {
  const rows = await reader.all(
    sql<{ id: number }>`
      select id from person p
      where realm_id = ${realmId} and is_active and (
        (role, is_full_member) in (
          select * from unnest(
            ${byRole.map(({ role }) => role)}::integer[],
            ${byRole.map(({ is_full_member }) => is_full_member)}::boolean[]
          )
        )
        or id in (
          select person_id from group_member where realm_id = ${realmId} and group_id = any(${groupIds}::bigint[])
        )
      )
      order by id`,
  );
  return rows.map(({ id }) => id);
};
