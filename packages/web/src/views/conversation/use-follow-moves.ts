import { useEffect } from 'react';
import type { Chat, MessageWindow } from '../../data/chat.ts';
import { narrowKey, type Conversation, type Narrow } from '../../data/narrow/narrow.ts';
import { useChatScreen } from '../../screen/chat-context.ts';

/** Goes along when the open topic moves, for example because it was resolved. */
export function useFollowMoves(narrow: Narrow, window: MessageWindow | undefined): void {
  const { chat, addressOf } = useChatScreen();
  useEffect(() => {
    if (narrow.kind !== 'topic' || window === undefined) return undefined;
    let lastId = window.view.get().ids.at(-1);
    return window.view.subscribe(() => {
      const { ids } = window.view.get();
      if (ids.length > 0) {
        lastId = ids.at(-1);
        return;
      }
      const target = lastId === undefined ? undefined : topicOf(chat, lastId);
      lastId = undefined;
      if (target === undefined || narrowKey(target) === narrowKey(narrow)) return;
      takeDraftAlong(chat, narrow, target);
      // The old address has no messages any more, so the way back must not lead there.
      globalThis.location.replace(addressOf({ view: 'messages', narrow: target }));
    });
  }, [chat, narrow, window, addressOf]);
}

/** The topic of a message now; undefined if the message was deleted. */
function topicOf(chat: Chat, id: number): Conversation | undefined {
  const message = chat.messages.get(id);
  return message?.type === 'stream'
    ? { kind: 'topic', channelId: message.stream_id, topic: message.subject }
    : undefined;
}

function takeDraftAlong({ drafts }: Chat, from: Conversation, to: Conversation): void {
  const draft = drafts.all.get().get(narrowKey(from));
  if (draft === undefined || drafts.all.get().has(narrowKey(to))) return;
  drafts.set(to, draft.text);
  drafts.set(from, '');
}
