import type { GroupPermission } from '../objects/permission-settings.ts';
import type { Refusal } from './refusal.ts';

/** Inputs that decide about a user's rights in a group. */
export type GroupFacts = {
  /** The user may manage all groups of the organization. */
  readonly managesAll: boolean;
  /** The permissions of the group that the user has. */
  readonly granted: ReadonlySet<GroupPermission>;
};

/** Managers of the group or of all groups have all its permissions. */
export function mayInGroup({ managesAll, granted }: GroupFacts, name: GroupPermission): boolean {
  return managesAll || granted.has('can_manage_group') || granted.has(name);
}

/** Why a user may not add members; users who may join add themselves alone. */
export function refuseAddingMembers(facts: GroupFacts, isOnlySelf: boolean): Refusal | undefined {
  if (mayInGroup(facts, 'can_add_members_group')) return undefined;
  if (isOnlySelf && mayInGroup(facts, 'can_join_group')) return undefined;
  return { reason: 'You do not have permission to add members to this group.' };
}

/** Why a user may not remove members; users who may leave remove themselves alone. */
export function refuseRemovingMembers(facts: GroupFacts, isOnlySelf: boolean): Refusal | undefined {
  if (mayInGroup(facts, 'can_remove_members_group')) return undefined;
  if (isOnlySelf && mayInGroup(facts, 'can_leave_group')) return undefined;
  return { reason: 'You do not have permission to remove members from this group.' };
}
