import { useEffect, type RefObject } from 'react';
import type { MessageWindow } from '../data/chat.ts';
import { isConversation } from '../data/narrow/narrow.ts';
import { useSelect } from '../parts/use-cell.ts';
import { useChat } from '../views/chat-context.ts';
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
    const seen = createSeen(
      scroller.current,
      feed.current,
      (id) => chat.messages.get(id)?.flags.includes('read') === false,
      chat.actions.markRead,
    );
    const unsubscribe = controller.onMove(seen.check);
    seen.check();
    return () => {
      unsubscribe();
      seen.stop();
    };
  }, [marks, chat, controller, scroller, feed]);
}
