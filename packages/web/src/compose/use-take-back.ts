import { useEffect } from 'react';
import type { Chat } from '../data/chat.ts';
import { narrowKey, type Conversation } from '../data/narrow/narrow.ts';
import type { ComposeSession } from './session.ts';

/**
 * Follows the draft of a conversation that changes elsewhere, and takes refused texts back into an empty box. A box
 * with another text leaves them in the list, where the user can choose.
 */
export function useTakeBack(chat: Chat, session: ComposeSession, conversation: Conversation): void {
  useEffect(() => {
    const key = narrowKey(conversation);
    const known = new Set(chat.outbox.entries.get().map((entry) => entry.key));
    const takeBack = (): void => {
      for (const entry of chat.outbox.entries.get()) {
        if (entry.status !== 'failed' || entry.reason !== 'refused' || known.has(entry.key)) continue;
        if (narrowKey(entry.conversation) !== key) continue;
        if (document.hidden || session.text.get().trim() !== '') continue;
        session.setText(entry.text);
        session.setNote(entry.error);
        chat.outbox.discard(entry.key);
      }
    };
    const follow = (): void => {
      const draft = chat.drafts.all.get().get(key)?.text ?? '';
      const isWriting = document.activeElement?.closest('[data-compose]') !== null && document.hasFocus();
      if (draft.trim() !== session.text.get().trim() && !isWriting && session.isIdle())
        session.setText(draft);
    };
    const ends = [chat.outbox.entries.subscribe(takeBack), chat.drafts.all.subscribe(follow)];
    return () => {
      for (const end of ends) end();
    };
  }, [chat, session, conversation]);
}
