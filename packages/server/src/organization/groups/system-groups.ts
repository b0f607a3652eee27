import { systemGroups, type SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import { roles } from '@parley/contract/primitives.ts';
import type { UserRow } from '../../http/actor.ts';

/** What decides in which system groups somebody is. */
export type SystemGroupFacts = Pick<UserRow, 'role' | 'is_full_member'>;

export function isSystemGroup(name: string): name is SystemGroup {
  return systemGroups.some((group) => group === name);
}

/** The group that stands directly inside a system group. */
export function subgroupOf(group: SystemGroup): SystemGroup | undefined {
  const place = systemGroups.indexOf(group);
  // The narrowest group with users is the owners'; nobody is inside no other group.
  return place <= systemGroups.indexOf('role:owners') ? undefined : systemGroups[place - 1];
}

/** All groups inside a system group. */
export function subgroupsOf(group: SystemGroup): SystemGroup[] {
  const inside = subgroupOf(group);
  return inside === undefined ? [] : [inside, ...subgroupsOf(inside)];
}

/** Every standing that somebody can have. */
export const allSystemGroupFacts: readonly SystemGroupFacts[] = Object.values(roles).flatMap((role) =>
  [true, false].map((is_full_member) => ({ role, is_full_member })),
);

/** Whether somebody stands directly in a system group, not only through the groups inside it. */
export function isDirectMember(group: SystemGroup, { role, is_full_member }: SystemGroupFacts): boolean {
  switch (group) {
    case 'role:owners':
      return role === 100;
    case 'role:administrators':
      return role === 200;
    case 'role:moderators':
      return role === 300;
    case 'role:fullmembers':
      return role === 400 && is_full_member;
    case 'role:members':
      return role === 400;
    case 'role:everyone':
      return role === 600;
    case 'role:nobody':
    case 'role:internet':
      return false;
  }
}

export function directGroupsOf(facts: SystemGroupFacts): SystemGroup[] {
  return systemGroups.filter((group) => isDirectMember(group, facts));
}

/** Whether somebody is in a system group, directly or through the groups inside it. */
export function isInSystemGroup(name: string, facts: SystemGroupFacts): boolean {
  if (!isSystemGroup(name)) return false;
  const inside = subgroupOf(name);
  return isDirectMember(name, facts) || (inside !== undefined && isInSystemGroup(inside, facts));
}

/** All system groups in which somebody is. */
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

/** Whether a member has been here for the waiting period, which is counted in whole days. */
export function isPastWaiting(joined: Date, now: number, thresholdDays: number): boolean {
  return Math.floor((now - joined.getTime()) / DAY_MS) >= thresholdDays;
}
