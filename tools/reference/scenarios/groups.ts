import { operations as api } from '@parley/contract/endpoints.ts';
import type { Recorder } from '../recorder.ts';

/** Groups of users, and groups inside groups. */
export async function groups({ show, prepare, refuse, iris, mateo, amara, jonas }: Recorder): Promise<void> {
  const made = await show(api.createUserGroup, mateo, {
    name: 'night-shift',
    description: 'Everybody who opens the dome after dusk',
    members: [mateo.id, amara.id],
  });
  const user_group_id = made.group_id;
  const inner = await prepare(api.createUserGroup, mateo, {
    name: 'telescope',
    description: 'Who may touch the mirror',
    members: [jonas.id],
  });
  await show(api.getUserGroups, amara, {});
  await show(api.updateUserGroup, mateo, { user_group_id, description: 'Who works while others sleep' });
  await show(api.updateUserGroupMembers, mateo, { user_group_id, add: [iris.id], delete: [amara.id] });
  await show(api.updateUserGroupSubgroups, mateo, { user_group_id, add: [inner.group_id] });
  await show(api.getUserGroupMembers, amara, { user_group_id });
  await show(api.getIsUserGroupMember, amara, { user_group_id, user_id: jonas.id });
  await show(api.getUserGroupSubgroups, amara, { user_group_id });
  await refuse('CANNOT_DEACTIVATE_GROUP_IN_USE', api.deactivateUserGroup, mateo, {
    user_group_id: inner.group_id,
  });
  await prepare(api.updateUserGroupSubgroups, mateo, { user_group_id, delete: [inner.group_id] });
  await show(api.deactivateUserGroup, mateo, { user_group_id: inner.group_id });
  await prepare(api.updateUserGroupMembers, mateo, { user_group_id, add: [jonas.id] });
}
