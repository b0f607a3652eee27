import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { Cell } from '../data/cell.ts';

export function useCell<T>(cell: Cell<T>): T {
  return useSyncExternalStore(cell.subscribe, cell.get);
}

/** A part of a cell; renders again only when the part changes by identity, or by `isEqual`. */
export function useSelect<S, T>(
  cell: Cell<S>,
  select: (value: S) => T,
  isEqual: (a: T, b: T) => boolean = Object.is,
): T {
  const last = useRef<{ readonly value: T } | undefined>(undefined);
  const get = useCallback(() => {
    const value = select(cell.get());
    if (last.current !== undefined && isEqual(last.current.value, value)) return last.current.value;
    last.current = { value };
    return value;
  }, [cell, select, isEqual]);
  return useSyncExternalStore(cell.subscribe, get);
}
