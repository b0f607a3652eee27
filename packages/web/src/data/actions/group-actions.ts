import type { Chat } from '../chat.ts';

/** Each rejects with the refusal of the server. */
export async function addToGroup(
  { client }: Chat,
  groupId: number,
  userIds: readonly number[],
): Promise<void> {
  await client.updateUserGroupMembers({ user_group_id: groupId, add: [...userIds] });
}

export async function removeFromGroup(
  { client }: Chat,
  groupId: number,
  userIds: readonly number[],
): Promise<void> {
  await client.updateUserGroupMembers({ user_group_id: groupId, delete: [...userIds] });
}
