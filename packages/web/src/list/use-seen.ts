import { useEffect, type RefObject } from 'react';
import type { Chat, MessageWindow } from '../data/chat.ts';
import { isConversation, narrowKey, type Narrow } from '../data/narrow/narrow.ts';
import { useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import type { ListController } from './controller.ts';
import { createSeen } from './seen.ts';

/** Values of the setting `web_mark_read_on_scroll_policy`. */
const ALWAYS = 1;
const NEVER = 3;

/** Marks messages as read that the reader has seen, where the settings allow it. */
export function useSeen(
  window: MessageWindow,
  controller: ListController,
  scroller: RefObject<HTMLElement | null>,
  feed: RefObject<HTMLElement | null>,
  isShown: boolean,
): void {
  const chat = useChat();
  const policy = useSelect(chat.state, (state) => state.user_settings?.web_mark_read_on_scroll_policy);
  const marks = isShown && policy !== NEVER && (policy === ALWAYS || isConversation(window.narrow));
  useEffect(() => {
    if (!marks || scroller.current === null || feed.current === null) return;
    const isKept = keptSince(chat, window.narrow);
    const seen = createSeen(
      scroller.current,
      feed.current,
      (id) => chat.messages.get(id)?.flags.includes('read') === false && !isKept(id),
      chat.actions.markRead,
    );
    const unsubscribe = controller.onMove(seen.check);
    seen.check();
    return () => {
      unsubscribe();
      seen.stop();
    };
  }, [marks, chat, window.narrow, controller, scroller, feed]);
}

/** Tells messages that the user marks as unread from now on: they stay unread until the next visit. */
function keptSince(chat: Chat, narrow: Narrow): (id: number) => boolean {
  const { keptUnread } = chat.actions;
  const before = keptUnread.get();
  const key = narrowKey(narrow);
  return (id) => {
    const kept = keptUnread.get();
    if (kept === undefined || kept === before || narrowKey(kept.narrow) !== key) return false;
    return kept.firstId <= id && id <= kept.lastId;
  };
}
