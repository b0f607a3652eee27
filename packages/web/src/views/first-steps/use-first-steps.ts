import { useState } from 'react';
import type { Chat, ConversationSummary } from '../../data/chat.ts';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { firstSteps, type FirstStep } from './first-steps.ts';

const KEY = 'parley-first-steps';

/** The steps that are left for the user of this browser, and how to put them off for good. */
export function useFirstSteps(chat: Chat): {
  readonly steps: readonly FirstStep[];
  readonly dismiss: () => void;
  readonly refresh: () => void;
} {
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(KEY) === String(chat.selfId));
  const [mayNotify, setMayNotify] = useState(canNotify);
  const isOwner = useSelect(chat.state, (state) => state.is_owner === true);
  const hasPicture = useSelect(chat.state, (state) => state.avatar_source === 'U');
  const people = useSelect(
    chat.state,
    (state) => state.realm_users?.filter(({ is_bot: isBot }) => !isBot).length ?? 0,
  );
  const recent = useCell(chat.conversations.recent);
  const hasMore = useCell(chat.conversations.hasMore);
  const isLoaded = recent.length > 0 || !hasMore;
  const facts = {
    isOwner,
    hasPicture,
    people,
    hasWritten: recent.some((summary) => hasWritten(summary, chat.selfId)),
    mayNotify,
  };
  return {
    steps: isDismissed || !isLoaded ? [] : firstSteps(facts),
    dismiss: () => {
      localStorage.setItem(KEY, String(chat.selfId));
      setDismissed(true);
    },
    refresh: () => setMayNotify(canNotify()),
  };
}

function canNotify(): boolean {
  return 'Notification' in globalThis && Notification.permission === 'granted';
}

function hasWritten({ conversation, senderIds }: ConversationSummary, selfId: number): boolean {
  return conversation.kind === 'topic' && senderIds.includes(selfId);
}
