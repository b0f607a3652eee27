import { useCallback, useSyncExternalStore } from 'react';

/** Widest screen that has one pane and a bar below. */
export const PHONE_QUERY = '(max-width: 799px)';
/** Screens with a keyboard on the screen, whose Enter begins a line. */
export const TOUCH_QUERY = '(pointer: coarse)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = globalThis.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => globalThis.matchMedia(query).matches);
}
