import { expect, test } from 'vitest';
import type { GroupPermission } from '../objects/permission-settings.ts';
import { refuseAddingMembers, refuseRemovingMembers } from './group-rights.ts';

function facts(...granted: GroupPermission[]) {
  return { managesAll: false, granted: new Set(granted) };
}

test('users who may join or leave do so for themselves alone', () => {
  expect(refuseAddingMembers(facts('can_join_group'), true)).toBeUndefined();
  expect(refuseAddingMembers(facts('can_join_group'), false)).toBeDefined();
  expect(refuseRemovingMembers(facts('can_leave_group'), true)).toBeUndefined();
  expect(refuseRemovingMembers(facts('can_leave_group'), false)).toBeDefined();
});

test('managers of the group, or of all groups, add and remove everybody', () => {
  for (const one of [facts('can_manage_group'), { managesAll: true, granted: new Set<GroupPermission>() }]) {
    expect(refuseAddingMembers(one, false)).toBeUndefined();
    expect(refuseRemovingMembers(one, false)).toBeUndefined();
  }
});
