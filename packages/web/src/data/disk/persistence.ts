import type { Database } from './database.ts';
import { readTexts } from './read.ts';
import type { Persistence, StoredChat } from '../model/store.ts';

/** Storage of the user's texts in the database. A broken disk is ignored: the texts are in memory as well. */
export function diskPersistence(database: Database, start: StoredChat, onChange: () => void): Persistence {
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      onChange();
    } catch {
      // Storage is full or was taken away.
    }
  };
  const write = async (store: 'outbox' | 'drafts', key: string, value: unknown): Promise<void> => {
    await change(async () => {
      const writing = database.transaction(store, 'readwrite', { durability: 'strict' });
      const request = async (): Promise<unknown> =>
        value === undefined ? writing.store.delete(key) : writing.store.put(value as never, key);
      await Promise.all([writing.done, request()]);
    });
  };
  let isStarted = false;
  return {
    load: async () => {
      const isFirst = !isStarted;
      isStarted = true;
      // Messages belong to the state of the start and are of no use later.
      return isFirst ? start : { messages: [], windows: [], ...(await readTexts(database)) };
    },
    putEntry: (entry) => write('outbox', entry.key, entry),
    removeEntry: (key) => write('outbox', key, undefined),
    putDraft: (key, draft) => write('drafts', key, draft),
    removeDraft: (key) => write('drafts', key, undefined),
  };
}
