import { groupPermissions, type GroupPermission } from '@parley/contract/objects/permission-settings.ts';
import type { GroupSettingValue } from '@parley/contract/objects/group-setting.ts';
import type { UserGroup } from '@parley/contract/objects/user-group.ts';
import { holdersOf } from './holders.ts';
import type { PresentHolder } from './present-setting.ts';
import type { ListedGroup, SystemGroupIds } from './queries.ts';
import { descriptionOf, isDirectMember, isSystemGroup, subgroupOf, type Standing } from './system-groups.ts';

/** Who of an organization has which standing. */
export type PeopleByStanding = readonly (Standing & { readonly people: readonly number[] })[];

export type Surroundings = {
  readonly systemGroups: SystemGroupIds;
  readonly standings: PeopleByStanding;
  readonly presentHolder: PresentHolder;
};

export const presentGroup = (group: ListedGroup, surroundings: Surroundings): UserGroup => ({
  id: group.id,
  name: group.name,
  description: group.description,
  members: group.members,
  direct_subgroup_ids: group.subgroups,
  creator_id: group.creator_id,
  date_created: group.created_at === null ? null : Math.floor(group.created_at.getTime() / 1000),
  is_system_group: group.is_system,
  deactivated: group.is_deactivated,
  ...permissionsOf(group, surroundings),
  ...(group.is_system ? asRoles(group.name, surroundings) : {}),
});

/** Nobody may change the groups of the roles. */
const permissionsOf = (
  { is_system, permissions }: ListedGroup,
  { systemGroups, presentHolder }: Surroundings,
): Record<GroupPermission, GroupSettingValue> => {
  const holders = holdersOf(groupPermissions, permissions, systemGroups);
  const names = Object.keys(groupPermissions) as GroupPermission[];
  return Object.fromEntries(
    names.map((name) => [name, is_system ? systemGroups['role:nobody'] : presentHolder(holders[name])]),
  ) as Record<GroupPermission, GroupSettingValue>;
};

/** What follows from the roles. */
const asRoles = (
  name: string,
  { systemGroups, standings }: Surroundings,
): Pick<UserGroup, 'description' | 'members' | 'direct_subgroup_ids'> => {
  if (!isSystemGroup(name)) throw new Error(`There is no role for the group ${name}.`);
  const inside = subgroupOf(name);
  return {
    description: descriptionOf(name),
    members: standings
      .filter((standing) => isDirectMember(name, standing))
      .flatMap(({ people }) => people)
      .toSorted((a, b) => a - b),
    direct_subgroup_ids: inside === undefined ? [] : [systemGroups[inside]],
  };
};
