import {
  groupPermissions,
  systemGroups,
  type GroupPermission,
  type SystemGroup,
} from '@parley/contract/objects/permission-settings.ts';
import type { UserGroup } from '@parley/contract/objects/user-group.ts';
import { q, sql } from '../db/sql.ts';
import type { ReadState } from '../queues/snapshot.ts';
import { systemGroupIds, type SystemGroupIds } from './queries.ts';
import { isDirectMember, subgroupOf } from './system-groups.ts';

/** The system groups; their members follow from the roles of the active people. */
export const realmUserGroupsState: ReadState<'realm_user_groups'> = async ({ reader, realm }) => {
  const ids = await systemGroupIds(reader, realm.id);
  const standings = await reader.all(
    q
      .selectFrom('person')
      .select(['role', 'is_full_member'])
      .select(sql<number[]>`array_agg(id)`.as('people'))
      .where('realm_id', '=', realm.id)
      .where('is_active', '=', true)
      .groupBy(['role', 'is_full_member']),
  );
  const membersOf = (group: SystemGroup): number[] =>
    standings
      .filter((standing) => isDirectMember(group, standing))
      .flatMap((standing) => standing.people)
      .toSorted((a, b) => a - b);
  const groups = systemGroups.map((name) => presentSystemGroup(name, ids, membersOf(name)));
  return { realm_user_groups: groups.toSorted((a, b) => a.id - b.id) };
};

const descriptions: Readonly<Record<SystemGroup, string>> = {
  'role:nobody': 'Nobody',
  'role:owners': 'Owners of this organization',
  'role:administrators': 'Administrators of this organization, including owners',
  'role:moderators': 'Moderators of this organization, including administrators',
  'role:fullmembers': 'Members of this organization who are no longer new, including moderators',
  'role:members': 'Members of this organization, not including guests',
  'role:everyone': 'Everyone in this organization, including guests',
  'role:internet': 'Everyone on the Internet',
};

const presentSystemGroup = (name: SystemGroup, ids: SystemGroupIds, members: number[]): UserGroup => {
  const subgroup = subgroupOf(name);
  return {
    id: ids[name],
    name,
    description: descriptions[name],
    members,
    direct_subgroup_ids: subgroup === undefined ? [] : [ids[subgroup]],
    creator_id: null,
    date_created: null,
    is_system_group: true,
    deactivated: false,
    ...heldByNobody(ids['role:nobody']),
  };
};

const heldByNobody = (nobody: number): Record<GroupPermission, number> =>
  Object.fromEntries(Object.keys(groupPermissions).map((name) => [name, nobody])) as Record<
    GroupPermission,
    number
  >;
