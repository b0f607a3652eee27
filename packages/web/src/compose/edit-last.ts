import type { Chat } from '../data/chat.ts';
import { narrowKey, type Conversation } from '../data/narrow/narrow.ts';
import { refuseEditing } from '@parley/client';
import { now } from '../data/clock.ts';
import type { ComposeControl } from './control.ts';

/** Opens the newest own message of a conversation that can be changed; false if none is loaded. */
export function editLast(chat: Chat, control: ComposeControl, conversation: Conversation): boolean {
  const window = chat.openWindow(conversation);
  const { ids, foundNewest } = window.view.get();
  const state = chat.state.get();
  const messageId = ids.findLast((id) => {
    const message = chat.messages.get(id);
    return message !== undefined && refuseEditing(state, message, now() / 1000) === undefined;
  });
  if (!foundNewest || messageId === undefined) return false;
  control.setEdited({ messageId, listKey: narrowKey(conversation) });
  if (document.querySelector(`[data-list]:not([data-hidden]) article[data-id="${messageId}"]`) === null)
    void window.moveTo({ kind: 'id', id: messageId });
  return true;
}
