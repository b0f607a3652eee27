import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { Cell } from '../data/cell.ts';

export function useCell<T>(cell: Cell<T>): T {
  return useSyncExternalStore(cell.subscribe, cell.get);
}

/**
 * The value of a cell, of which a component hears only what it reads: it renders again when a property changes that it
 * has read from this object, while rendering or later.
 */
export function useWatched<T extends object>(cell: Cell<T>): T {
  const last = useRef<Watched<T> | undefined>(undefined);
  const get = useCallback(() => {
    if (last.current?.cell !== cell || last.current.hasChanged()) last.current = watch(cell);
    return last.current.value;
  }, [cell]);
  return useSyncExternalStore(cell.subscribe, get);
}

type Watched<T> = {
  readonly cell: Cell<T>;
  readonly value: T;
  readonly hasChanged: () => boolean;
};

function watch<T extends object>(cell: Cell<T>): Watched<T> {
  const seen = new Map<PropertyKey, unknown>();
  const read = (key: PropertyKey): unknown => {
    const value: unknown = Reflect.get(cell.get(), key);
    if (!seen.has(key)) seen.set(key, value);
    return value;
  };
  const value = new Proxy({} as T, {
    get: (_, key) => read(key),
    has: (_, key) => read(key) !== undefined,
    ownKeys: () => {
      throw new Error('A watched value is read by the names of its properties.');
    },
  });
  const hasChanged = (): boolean => {
    const now = cell.get();
    for (const [key, before] of seen) if (!Object.is(Reflect.get(now, key), before)) return true;
    return false;
  };
  return { cell, value, hasChanged };
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
