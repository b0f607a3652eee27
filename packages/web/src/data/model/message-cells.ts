import type { Message } from '@parley/client';
import type { MessageStore } from '../chat.ts';
import { callEach } from '../faults.ts';

type Watched = { last: Message | undefined; readonly listeners: Set<() => void> };

/** Cells of messages, and the function that calls the listeners of those that changed. */
export function messageCells(get: (id: number) => Message | undefined): {
  readonly store: MessageStore;
  readonly notify: () => void;
} {
  const watched = new Map<number, Watched>();
  const subscribe = (id: number, listener: () => void): (() => void) => {
    const own = (): void => {
      listener();
    };
    const entry = watched.get(id) ?? { last: get(id), listeners: new Set() };
    watched.set(id, entry);
    entry.listeners.add(own);
    return () => {
      entry.listeners.delete(own);
      if (entry.listeners.size === 0 && watched.get(id) === entry) watched.delete(id);
    };
  };
  return {
    store: {
      get,
      cell: (id) => ({ get: () => get(id), subscribe: (listener) => subscribe(id, listener) }),
    },
    notify: () => {
      const changed: Watched[] = [];
      for (const [id, entry] of watched) {
        const now = get(id);
        if (now === entry.last) continue;
        entry.last = now;
        changed.push(entry);
      }
      for (const { listeners } of changed) callEach(listeners);
    },
  };
}
