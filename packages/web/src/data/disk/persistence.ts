import type { Database, OWN_STORES } from './database.ts';
import { readOwn } from './read.ts';
import type { Persistence, StoredChange, StoredChat } from '../model/store.ts';

/** Storage of the user's texts and changes in the database. A broken disk is ignored: they are in memory as well. */
export function diskPersistence(database: Database, start: StoredChat, onText: () => void): Persistence {
  const write = async (
    store: OwnStore,
    key: string,
    value: unknown,
    durability: IDBTransactionDurability,
  ): Promise<boolean> => {
    try {
      const writing = database.transaction([store], 'readwrite', { durability });
      const values = writing.store(store);
      const request = async (): Promise<unknown> => {
        const done = value === undefined ? values.delete(key) : values.put(value as never, key);
        // A page that closes does not get another task.
        writing.commit();
        return done;
      };
      await Promise.all([writing.done, request()]);
      return true;
    } catch {
      // Storage is full or was taken away.
      return false;
    }
  };
  const writeText = async (store: 'outbox' | 'drafts', key: string, value?: unknown): Promise<void> => {
    if (await write(store, key, value, 'strict')) onText();
  };
  const writeChange = async (key: string, value?: StoredChange): Promise<void> => {
    await write('changes', key, value, 'relaxed');
  };
  let isStarted = false;
  return {
    load: async () => {
      const isFirst = !isStarted;
      isStarted = true;
      // Messages belong to the state of the start and are of no use later.
      return isFirst ? start : { messages: [], windows: [], ...(await readOwn(database)) };
    },
    putEntry: (entry) => writeText('outbox', entry.key, entry),
    removeEntry: (key) => writeText('outbox', key),
    putDraft: (key, draft) => writeText('drafts', key, draft),
    removeDraft: (key) => writeText('drafts', key),
    putChange: (change) => writeChange(change.key, change),
    removeChange: (key) => writeChange(key),
  };
}

type OwnStore = (typeof OWN_STORES)[number];
