import { deactivateUser, reactivateUser, updateUser } from '@parley/contract/endpoints/users.ts';
import type { Role } from '@parley/contract/primitives.ts';
import type { Chat } from '../chat.ts';

/** Changes of administrators to accounts; each rejects with the refusal of the server. */
export async function changeRole({ client }: Chat, userId: number, role: Role): Promise<void> {
  await client.call(updateUser, { user_id: userId, role });
}

export async function renamePerson({ client }: Chat, userId: number, name: string): Promise<void> {
  await client.call(updateUser, { user_id: userId, full_name: name });
}

/** Ends the account of a person, with all sessions and bots. */
export async function deactivatePerson({ client }: Chat, userId: number): Promise<void> {
  await client.call(deactivateUser, { user_id: userId });
}

export async function reactivatePerson({ client }: Chat, userId: number): Promise<void> {
  await client.call(reactivateUser, { user_id: userId });
}
