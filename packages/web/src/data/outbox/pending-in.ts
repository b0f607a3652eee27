import type { State } from '@parley/client';
import type { Cell } from '../cell.ts';
import type { OutboxEntry } from '../chat.ts';
import { narrowKey, type Narrow } from '../narrow/narrow.ts';
import { isTopicMuted } from '../derived/topic-policy.ts';

/** Entries of the outbox that a narrow will contain when they have been sent. */
export function pendingIn(
  entries: Cell<readonly OutboxEntry[]>,
  state: Cell<State>,
): (narrow: Narrow) => readonly OutboxEntry[] {
  return (narrow) =>
    entries.get().filter(({ conversation, isUncertain, status }) => {
      if (isUncertain === true && status === 'sending') return false;
      switch (narrow.kind) {
        case 'topic':
        case 'direct':
          return narrowKey(narrow) === narrowKey(conversation);
        case 'channel':
          return conversation.kind === 'topic' && conversation.channelId === narrow.channelId;
        case 'all':
          return (
            conversation.kind === 'direct' ||
            !isTopicMuted(state.get(), conversation.channelId, conversation.topic)
          );
        case 'mentions':
        case 'starred':
        case 'reactions':
        case 'search':
          return false;
      }
    });
}
