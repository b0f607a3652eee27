import { callEach } from './faults.ts';

/** A value that can be read and watched; fits `useSyncExternalStore`. */
export type Cell<T> = {
  /** The same object until something changes. */
  readonly get: () => T;
  /** Calls back after every change; the result ends that. */
  readonly subscribe: (listener: () => void) => () => void;
};

export type WritableCell<T> = Cell<T> & { readonly set: (value: T) => void };

export function createCell<T>(initial: T): WritableCell<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      callEach(listeners);
    },
    subscribe: (listener) => {
      // A wrapper of its own, so that the same function can subscribe twice.
      const own = (): void => {
        listener();
      };
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
  };
}
