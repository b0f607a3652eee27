import { roles } from '@parley/contract/rights/roles.ts';
import { systemGroups } from '@parley/contract/objects/permission-settings.ts';
import { expect, test } from 'vitest';
import { directGroupsOf, isInSystemGroup, isPastWaiting, subgroupOf } from './system-groups.ts';

function inGroups(role: number, is_full_member = true) {
  return systemGroups.filter((group) => isInSystemGroup(group, { role, is_full_member }));
}

test('each system group contains the users of its role and all higher roles', () => {
  expect(inGroups(roles.owner)).toEqual(systemGroups.slice(1));
  expect(inGroups(roles.administrator)).toEqual(systemGroups.slice(2));
  expect(inGroups(roles.moderator)).toEqual(systemGroups.slice(3));
  expect(inGroups(roles.member)).toEqual(systemGroups.slice(4));
  expect(inGroups(roles.member, false)).toEqual(systemGroups.slice(5));
  expect(inGroups(roles.guest)).toEqual(systemGroups.slice(6));
  expect(isInSystemGroup('engineers', { role: roles.owner, is_full_member: true })).toBe(false);
});

test('a full member is a direct member of two groups, other users of one', () => {
  expect(directGroupsOf({ role: roles.member, is_full_member: true })).toEqual([
    'role:fullmembers',
    'role:members',
  ]);
  expect(directGroupsOf({ role: roles.member, is_full_member: false })).toEqual(['role:members']);
  expect(directGroupsOf({ role: roles.owner, is_full_member: true })).toEqual(['role:owners']);
  expect(directGroupsOf({ role: roles.guest, is_full_member: true })).toEqual(['role:everyone']);
});

test('the system groups are nested, with the owners innermost', () => {
  expect(systemGroups.map(subgroupOf)).toEqual([undefined, undefined, ...systemGroups.slice(1, -1)]);
});

test('the waiting period ends after the given number of whole days', () => {
  const joined = new Date('2026-01-01T12:00:00Z');
  const at = (text: string) => Date.parse(text);
  expect(isPastWaiting(joined, at('2026-01-01T12:00:00Z'), 0)).toBe(true);
  expect(isPastWaiting(joined, at('2026-01-04T11:59:59Z'), 3)).toBe(false);
  expect(isPastWaiting(joined, at('2026-01-04T12:00:00Z'), 3)).toBe(true);
});
