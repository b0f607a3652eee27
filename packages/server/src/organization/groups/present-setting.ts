import type { GroupSettingValue } from '@parley/contract/objects/group-setting.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';

/** Presents the holder of a permission, given the id of its group. */
export type PresentHolder = (groupId: number) => GroupSettingValue;

/** Reads with one query how permission holders are presented. */
export async function presentGroupSettings(
  reader: Reader,
  realmId: number,
  groupIds: Iterable<number>,
): Promise<PresentHolder> {
  const ids = [...new Set(groupIds)];
  const lists = ids.length === 0 ? [] : await reader.all(listsOf(realmId, ids));
  const shown = new Map(
    lists.map(({ id, direct_members, direct_subgroups }) => [id, { direct_members, direct_subgroups }]),
  );
  return (groupId) => shown.get(groupId) ?? groupId;
}

export async function presentGroupSetting(
  reader: Reader,
  realmId: number,
  groupId: number,
): Promise<GroupSettingValue> {
  return (await presentGroupSettings(reader, realmId, [groupId]))(groupId);
}

/** Reads unnamed groups only: they are presented by their members, named groups by their id. */
function listsOf(realmId: number, ids: number[]) {
  return sql<{
    id: number;
    direct_members: number[];
    direct_subgroups: number[];
  }>`
  select g.id,
    array(
      select m.user_id from group_member m
      join realm_user p on p.realm_id = m.realm_id and p.id = m.user_id
      where m.realm_id = g.realm_id and m.group_id = g.id and p.is_active
      order by m.user_id
    ) as direct_members,
    array(
      select s.subgroup_id from group_subgroup s
      where s.realm_id = g.realm_id and s.group_id = g.id
      order by s.subgroup_id
    ) as direct_subgroups
  from user_group g
  where g.realm_id = ${realmId} and g.id = any(${ids}::bigint[]) and g.name is null`;
}
