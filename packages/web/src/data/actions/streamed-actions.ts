import { stopMessage } from '@parley/contract/endpoints/streamed-messages.ts';
import type { State } from '@parley/client';
import type { Chat } from '../chat.ts';

/** Ends a message that is being written, with the text that it has; rejects with the refusal of the server. */
export async function stopStreamed({ client }: Chat, messageId: number): Promise<void> {
  await client.call(stopMessage, { message_id: messageId });
}

/** Whether the user may stop a message: the sender, the owner of the bot, and administrators. */
export function mayStop(state: State, selfId: number, senderId: number): boolean {
  if (state.is_admin === true || senderId === selfId) return true;
  return (
    state.realm_users?.some((user) => user.user_id === senderId && user.bot_owner_id === selfId) === true
  );
}
