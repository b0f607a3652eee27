import type { GroupSettingValue } from '@parley/contract/objects/group-setting.ts';
import { sql, type Reader } from '../db/sql.ts';
import { systemGroupIds } from '../groups/queries.ts';
import type { ChannelRow } from './channel.ts';
import type { Holders } from './present.ts';

/** Reads once what showing some channels needs to know of groups. */
export const readHolders = async (
  reader: Reader,
  realmId: number,
  channels: readonly Pick<ChannelRow, 'permissions'>[],
): Promise<Holders> => {
  const ids = new Set(channels.flatMap(({ permissions }) => Object.values(permissions)));
  const [groups, lists] = [await systemGroupIds(reader, realmId), await readLists(reader, realmId, [...ids])];
  return { groups, valueOf: (groupId) => lists.get(groupId) ?? groupId };
};

/** Those of some groups that have no name: they are shown as the people and groups in them. */
const readLists = async (
  reader: Reader,
  realmId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, GroupSettingValue>> => {
  if (ids.length === 0) return new Map();
  const rows = await reader.all(
    sql<{ id: number; people: number[]; subgroups: number[] }>`
      select g.id,
        array(select m.person_id from group_member m
          join person p on p.realm_id = m.realm_id and p.id = m.person_id and p.is_active
          where m.realm_id = ${realmId} and m.group_id = g.id order by 1) as people,
        array(select s.subgroup_id from group_subgroup s
          where s.realm_id = ${realmId} and s.group_id = g.id order by 1) as subgroups
      from user_group g
      where g.realm_id = ${realmId} and g.id = any(${[...ids]}::bigint[]) and g.name is null`,
  );
  return new Map(
    rows.map(({ id, people, subgroups }) => [id, { direct_members: people, direct_subgroups: subgroups }]),
  );
};
