import { useEffect } from 'react';
import { showToast } from '../parts/toast-store.ts';
import { t } from '../words/index.ts';
import { useChat } from '../screen/chat-context.ts';

/** Shows bulk changes with a way back, and refusals of the server. */
export function ChatToasts(): null {
  const { undoable, refusal } = useChat().actions;
  useEffect(
    () =>
      undoable.subscribe(() => {
        const change = undoable.get();
        if (change === undefined) return;
        showToast({ text: change.text, action: { label: t('Undo'), run: () => void change.undo() } });
      }),
    [undoable],
  );
  useEffect(
    () =>
      refusal.subscribe(() => {
        const text = refusal.get();
        if (text !== undefined) showToast({ text });
      }),
    [refusal],
  );
  return null;
}
