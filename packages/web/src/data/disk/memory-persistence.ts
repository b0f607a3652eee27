import type { Persistence, StoredChange, StoredDraft, StoredEntry } from '../model/store.ts';

/** Keeps nothing behind the life of the page: for shared computers and broken storage. */
export function memoryPersistence(): Persistence {
  const outbox = new Map<string, StoredEntry>();
  const drafts = new Map<string, StoredDraft>();
  const changes = new Map<string, StoredChange>();
  return {
    load: () =>
      Promise.resolve({
        messages: [],
        windows: [],
        outbox: [...outbox.values()],
        drafts: new Map(drafts),
        changes: [...changes.values()],
      }),
    putEntry: (entry) => {
      outbox.set(entry.key, entry);
      return Promise.resolve();
    },
    removeEntry: (key) => {
      outbox.delete(key);
      return Promise.resolve();
    },
    putDraft: (key, draft) => {
      drafts.set(key, draft);
      return Promise.resolve();
    },
    removeDraft: (key) => {
      drafts.delete(key);
      return Promise.resolve();
    },
    putChange: (change) => {
      changes.set(change.key, change);
      return Promise.resolve();
    },
    removeChange: (key) => {
      changes.delete(key);
      return Promise.resolve();
    },
  };
}
