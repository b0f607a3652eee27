import { useEffect } from 'react';
import type { ConversationSummary } from '../../data/chat.ts';
import type { Conversation } from '../../data/narrow/narrow.ts';
import { useCell } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';

/** Finds last messages of conversations; fetches those that are not known yet. */
export function useSummaries(
  conversations: readonly Conversation[],
): (conversation: Conversation) => ConversationSummary | undefined {
  const chat = useChat();
  // Every change of a summary changes this list.
  useCell(chat.conversations.recent);
  useEffect(() => {
    chat.conversations.need(conversations);
  }, [chat, conversations]);
  return chat.conversations.summaryOf;
}
