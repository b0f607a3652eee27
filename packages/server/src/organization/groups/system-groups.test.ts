import { systemGroups } from '@parley/contract/objects/permission-settings.ts';
import { expect, test } from 'vitest';
import { directGroupsOf, isInSystemGroup, isPastWaiting, subgroupOf } from './system-groups.ts';

function inGroups(role: number, is_full_member = true) {
  return systemGroups.filter((group) => isInSystemGroup(group, { role, is_full_member }));
}

test('each system group holds the users of its role and everybody above', () => {
  expect(inGroups(100)).toEqual(systemGroups.slice(1));
  expect(inGroups(200)).toEqual(systemGroups.slice(2));
  expect(inGroups(300)).toEqual(systemGroups.slice(3));
  expect(inGroups(400)).toEqual(systemGroups.slice(4));
  expect(inGroups(400, false)).toEqual(systemGroups.slice(5));
  expect(inGroups(600)).toEqual(systemGroups.slice(6));
  expect(isInSystemGroup('engineers', { role: 100, is_full_member: true })).toBe(false);
});

test('a full member stands directly in two groups, everybody else in one', () => {
  expect(directGroupsOf({ role: 400, is_full_member: true })).toEqual(['role:fullmembers', 'role:members']);
  expect(directGroupsOf({ role: 400, is_full_member: false })).toEqual(['role:members']);
  expect(directGroupsOf({ role: 100, is_full_member: true })).toEqual(['role:owners']);
  expect(directGroupsOf({ role: 600, is_full_member: true })).toEqual(['role:everyone']);
});

test('the groups stand inside each other, the owners innermost', () => {
  expect(systemGroups.map(subgroupOf)).toEqual([undefined, undefined, ...systemGroups.slice(1, -1)]);
});

test('the waiting period is over after so many whole days', () => {
  const joined = new Date('2026-01-01T12:00:00Z');
  const at = (text: string) => Date.parse(text);
  expect(isPastWaiting(joined, at('2026-01-01T12:00:00Z'), 0)).toBe(true);
  expect(isPastWaiting(joined, at('2026-01-04T11:59:59Z'), 3)).toBe(false);
  expect(isPastWaiting(joined, at('2026-01-04T12:00:00Z'), 3)).toBe(true);
});
