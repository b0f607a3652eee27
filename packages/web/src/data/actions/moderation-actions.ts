import { removeMessagePreviews, reportMessage } from '@parley/contract/endpoints/messages.ts';
import { updateStatusForUser } from '@parley/contract/endpoints/user-status.ts';
import type { Chat, ReactionEmoji } from '../chat.ts';

/** Each rejects with the refusal of the server. */

/** Shows a message to the moderators, with a reason and a note. */
export async function reportToModerators(
  { client }: Chat,
  messageId: number,
  reason: string,
  note: string,
): Promise<void> {
  await client.call(reportMessage, { message_id: messageId, report_type: reason, description: note });
}

/** Removes the cards of linked pages from an own message, for all readers. */
export async function removeCards({ client }: Chat, messageId: number): Promise<void> {
  await client.call(removeMessagePreviews, { message_id: messageId });
}

/** Sets the status of another person; an empty text and no emoji clear it. */
export async function setStatusOf(
  { client }: Chat,
  userId: number,
  status: { readonly text: string; readonly emoji: ReactionEmoji | undefined },
): Promise<void> {
  const { text, emoji } = status;
  await client.call(updateStatusForUser, {
    user_id: userId,
    status_text: text,
    emoji_name: emoji?.name ?? '',
    emoji_code: emoji?.code ?? '',
    ...(emoji === undefined ? {} : { reaction_type: emoji.type }),
  });
}
