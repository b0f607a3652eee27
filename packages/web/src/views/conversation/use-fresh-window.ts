import { useEffect } from 'react';
import type { MessageWindow } from '../../data/chat.ts';
import { after } from '../../data/clock.ts';
import { isFollowed } from '../../data/windows/followed.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { onSight } from '../../screen/on-sight.ts';

/** Time between requests for messages that no event tells of, while they are in sight. */
const REFRESH_MS = 30_000;

/** Keeps a window of a channel without subscription up to date: when it is shown, at each focus, and every half minute. */
export function useFreshWindow(window: MessageWindow | undefined): void {
  const chat = useChat();
  const needsRequests = useSelect(
    chat.state,
    (state) => window !== undefined && !isFollowed(window.narrow, state),
  );
  useEffect(() => {
    if (window === undefined || !needsRequests) return;
    let cancel = (): void => undefined;
    const refresh = (): void => {
      cancel();
      cancel = after(REFRESH_MS, refresh);
      if (document.visibilityState === 'visible') window.refresh();
    };
    refresh();
    const ignoreSight = onSight(refresh);
    return () => {
      cancel();
      ignoreSight();
    };
  }, [window, needsRequests]);
}
