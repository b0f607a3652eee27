import type { ArgumentsOf } from '@parley/client';
import {
  createUserGroup,
  deactivateUserGroup,
  updateUserGroup,
  updateUserGroupMembers,
} from '@parley/contract/endpoints/groups.ts';
import type { Chat } from '../chat.ts';

export type NewGroup = ArgumentsOf<typeof createUserGroup>;
export type GroupChange = Omit<ArgumentsOf<typeof updateUserGroup>, 'user_group_id'>;

/** Users and groups that are put into a group, or taken out. */
export type GroupParts = { readonly users: readonly number[]; readonly groups: readonly number[] };

/** Creates a group and returns its id. Like the changes below, it rejects with the refusal of the server. */
export async function createGroup({ client }: Chat, group: NewGroup): Promise<number> {
  return (await client.call(createUserGroup, group)).group_id;
}

export async function changeGroup({ client }: Chat, groupId: number, change: GroupChange): Promise<void> {
  await client.call(updateUserGroup, { user_group_id: groupId, ...change });
}

/** Takes a group out of use. */
export async function endGroup({ client }: Chat, groupId: number): Promise<void> {
  await client.call(deactivateUserGroup, { user_group_id: groupId });
}

export async function addToGroup(
  { client }: Chat,
  groupId: number,
  userIds: readonly number[],
): Promise<void> {
  await client.call(updateUserGroupMembers, { user_group_id: groupId, add: [...userIds] });
}

export async function removeFromGroup(
  { client }: Chat,
  groupId: number,
  userIds: readonly number[],
): Promise<void> {
  await client.call(updateUserGroupMembers, { user_group_id: groupId, delete: [...userIds] });
}

/** Adds users and groups to a group and removes others, in one step. */
export async function changeGroupParts(
  { client }: Chat,
  groupId: number,
  added: GroupParts,
  removed: GroupParts,
): Promise<void> {
  await client.call(updateUserGroupMembers, {
    user_group_id: groupId,
    add: [...added.users],
    delete: [...removed.users],
    add_subgroups: [...added.groups],
    delete_subgroups: [...removed.groups],
  });
}
