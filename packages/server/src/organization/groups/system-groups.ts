import { systemGroups, type SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import type { UserRow } from '../../http/actor.ts';

/** The facts about a user that determine the user's system groups. */
export type SystemGroupFacts = Pick<UserRow, 'role' | 'is_full_member'>;

export function isSystemGroup(name: string): name is SystemGroup {
  return systemGroups.some((group) => group === name);
}

/** The direct subgroup of a system group. */
export function subgroupOf(group: SystemGroup): SystemGroup | undefined {
  const index = systemGroups.indexOf(group);
  // `role:owners` is the innermost group; `role:nobody` is not part of the hierarchy.
  return index <= systemGroups.indexOf('role:owners') ? undefined : systemGroups[index - 1];
}

/** All nested subgroups of a system group. */
export function subgroupsOf(group: SystemGroup): SystemGroup[] {
  const inside = subgroupOf(group);
  return inside === undefined ? [] : [inside, ...subgroupsOf(inside)];
}

/** Every possible combination of facts. */
export const allSystemGroupFacts: readonly SystemGroupFacts[] = Object.values(roles).flatMap((role) =>
  [true, false].map((is_full_member) => ({ role, is_full_member })),
);

/** Whether a user is a direct member of a system group. */
export function isDirectMember(group: SystemGroup, { role, is_full_member }: SystemGroupFacts): boolean {
  switch (group) {
    case 'role:owners':
      return role === roles.owner;
    case 'role:administrators':
      return role === roles.administrator;
    case 'role:moderators':
      return role === roles.moderator;
    case 'role:fullmembers':
      return role === roles.member && is_full_member;
    case 'role:members':
      return role === roles.member;
    case 'role:everyone':
      return role === roles.guest;
    case 'role:nobody':
    case 'role:internet':
      return false;
  }
}

export function directGroupsOf(facts: SystemGroupFacts): SystemGroup[] {
  return systemGroups.filter((group) => isDirectMember(group, facts));
}

/** Whether a user is in a system group, directly or through a subgroup. */
export function isInSystemGroup(name: string, facts: SystemGroupFacts): boolean {
  if (!isSystemGroup(name)) return false;
  const inside = subgroupOf(name);
  return isDirectMember(name, facts) || (inside !== undefined && isInSystemGroup(inside, facts));
}

/** All system groups that contain a user. */
export function systemGroupsOf(facts: SystemGroupFacts): SystemGroup[] {
  return systemGroups.filter((group) => isInSystemGroup(group, facts));
}

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

export function descriptionOf(group: SystemGroup): string {
  return descriptions[group];
}

const DAY_MS = 86_400_000;

/** Whether the waiting period, counted in whole days, has passed since a member joined. */
export function isPastWaiting(joined: Date, now: number, thresholdDays: number): boolean {
  return Math.floor((now - joined.getTime()) / DAY_MS) >= thresholdDays;
}
