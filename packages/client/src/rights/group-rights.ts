import { groupPermissions, type GroupPermission } from '@parley/contract/objects/permission-settings.ts';
import type { UserGroup } from '@parley/contract/objects/user-group.ts';
import {
  mayInGroup,
  refuseAddingMembers,
  refuseRemovingMembers,
  type GroupFacts,
} from '@parley/contract/rights/group-rights.ts';
import type { State } from '../state.ts';
import { isInSetting } from './group-membership.ts';
import { holds } from './own-rights.ts';
import type { Refusal } from './refusal.ts';

const SYSTEM: Refusal = { reason: 'System groups cannot be changed.' };

/** Why the reader may not add users to a group. */
export function refuseGroupAddition(
  state: State,
  group: UserGroup,
  userIds: readonly number[],
): Refusal | undefined {
  if (group.is_system_group) return SYSTEM;
  return refuseAddingMembers(factsOf(state, group), isOnlySelf(state, userIds));
}

/** Why the reader may not remove direct members from a group. */
export function refuseGroupRemoval(
  state: State,
  group: UserGroup,
  userIds: readonly number[],
): Refusal | undefined {
  if (group.is_system_group) return SYSTEM;
  return refuseRemovingMembers(factsOf(state, group), isOnlySelf(state, userIds));
}

/** Why the reader may not change a group, the groups inside it and its permissions. */
export function refuseGroupChange(state: State, group: UserGroup): Refusal | undefined {
  if (group.is_system_group) return SYSTEM;
  return mayInGroup(factsOf(state, group), 'can_manage_group')
    ? undefined
    : { reason: 'You do not have permission to change this group.' };
}

function isOnlySelf({ user_id: me }: State, userIds: readonly number[]): boolean {
  return userIds.length === 1 && userIds[0] === me;
}

function factsOf(state: State, group: UserGroup): GroupFacts {
  const { realm_user_groups: groups = [], user_id: me = 0, is_guest: isGuest } = state;
  const isGranted = (name: GroupPermission): boolean =>
    (isGuest !== true || groupPermissions[name].everyone) && isInSetting(groups, group[name], me);
  const names = Object.keys(groupPermissions) as GroupPermission[];
  return {
    managesAll: holds(state, 'can_manage_all_groups') === true,
    granted: new Set(names.filter(isGranted)),
  };
}
