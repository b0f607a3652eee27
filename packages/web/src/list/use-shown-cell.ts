import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { Cell } from '../data/cell.ts';

/** The value of a cell; while hidden, the value of the last moment that was shown. */
export function useShownCell<T>(cell: Cell<T>, isShown: boolean): T {
  const last = useRef<T | undefined>(undefined);
  const get = useCallback(() => {
    if (isShown || last.current === undefined) last.current = cell.get();
    return last.current;
  }, [cell, isShown]);
  return useSyncExternalStore(cell.subscribe, get);
}
