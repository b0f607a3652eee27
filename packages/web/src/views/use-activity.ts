import { useEffect } from 'react';
import type { Chat } from '../data/chat.ts';
import { after } from '../data/clock.ts';

/** Time without a key or a move of the pointer after which the user counts as away. */
const AWAY_AFTER_MS = 5 * 60_000;

/** Reports whether the user is at the device, and sends what waits before the page is hidden. */
export function useActivity(chat: Chat): void {
  useEffect(() => {
    let cancel: (() => void) | undefined;
    let isActive = false;
    const set = (next: boolean): void => {
      if (isActive !== next) chat.setActive(next);
      isActive = next;
    };
    const onUse = (): void => {
      cancel?.();
      cancel = after(AWAY_AFTER_MS, () => set(false));
      set(true);
    };
    const onLeave = (): void => void chat.flush({ isLeaving: true });
    const onVisibility = (): void => {
      if (document.visibilityState === 'visible') onUse();
      else onLeave();
    };
    const kinds = ['pointerdown', 'pointermove', 'keydown', 'focus'] as const;
    for (const kind of kinds) globalThis.addEventListener(kind, onUse, { passive: true });
    document.addEventListener('visibilitychange', onVisibility);
    globalThis.addEventListener('pagehide', onLeave);
    if (document.visibilityState === 'visible') onUse();
    return () => {
      cancel?.();
      for (const kind of kinds) globalThis.removeEventListener(kind, onUse);
      document.removeEventListener('visibilitychange', onVisibility);
      globalThis.removeEventListener('pagehide', onLeave);
    };
  }, [chat]);
}
