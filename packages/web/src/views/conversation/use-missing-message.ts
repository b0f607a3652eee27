import { useEffect } from 'react';
import type { MessageWindow } from '../../data/chat.ts';
import { after } from '../../data/clock.ts';
import { showToast } from '../../parts/toast-store.ts';
import { t } from '../../words/index.ts';

/** Says that the message of a link is not in its conversation, once the messages around it are there. */
export function useMissingMessage(window: MessageWindow | undefined, near: number | undefined): void {
  useEffect(() => {
    if (window === undefined || near === undefined) return;
    let isTold = false;
    const look = (): void => {
      const { ids, loading, error } = window.view.get();
      if (isTold || loading !== 'none' || error !== undefined) return;
      isTold = true;
      if (!ids.includes(near)) showToast({ text: t('This message was deleted or moved.') });
    };
    const end = window.view.subscribe(look);
    // A window that is known begins to move to the message behind this task.
    const cancel = after(0, look);
    return () => {
      cancel();
      end();
    };
  }, [window, near]);
}
