import type { Cell } from './cell.ts';

/** A cell that knows whether it has listeners; `onWatch` runs when the first one comes. */
export function watchedCell<T>(
  source: Cell<T>,
  onWatch: () => void,
): { readonly cell: Cell<T>; readonly isWatched: () => boolean } {
  let listeners = 0;
  return {
    cell: {
      get: source.get,
      subscribe: (listener) => {
        const end = source.subscribe(listener);
        listeners += 1;
        if (listeners === 1) onWatch();
        let isEnded = false;
        return () => {
          if (isEnded) return;
          isEnded = true;
          listeners -= 1;
          end();
        };
      },
    },
    isWatched: () => listeners > 0,
  };
}
