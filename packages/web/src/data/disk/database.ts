import type { PeopleList } from './state.ts';
import { resultOf, storesOf, type Stores } from './stores.ts';
import type { StoredChange, StoredDraft, StoredEntry, StoredWindow } from '../model/store.ts';

/** Changes with the meaning of stored data; older data is then dropped, except what the user has done. */
const DISK_SCHEMA = 3;

/** Place in the queue to which everything else of the same transaction belongs. */
export type DiskMeta = {
  readonly queueId: string;
  readonly lastEventId: number;
  /** Arguments of the registration, as text. */
  readonly register: string;
  /** Unix milliseconds of the last response of the server. */
  readonly asOf: number;
  /** Keys of the portions of each list, in order. */
  readonly people: Readonly<Partial<Record<PeopleList, readonly string[]>>>;
  readonly messages: readonly string[];
};

type DiskStores = {
  meta: DiskMeta;
  /** The state without people, as JSON. */
  core: string;
  /** Portions of people, as JSON. */
  people: string;
  /** Portions of messages, as JSON. */
  messages: string;
  windows: readonly StoredWindow[];
  outbox: StoredEntry;
  drafts: StoredDraft;
  changes: StoredChange;
};

export type Database = Stores<DiskStores>;

/** Stores that are written together. */
export const SNAPSHOT_STORES = ['meta', 'core', 'people', 'messages', 'windows'] as const;
/** Stores of what the user has done and the server may not know. */
export const OWN_STORES = ['outbox', 'drafts', 'changes'] as const;

/** Opens the database of one user, or creates it. */
export async function openDatabase(factory: IDBFactory, name: string): Promise<Database> {
  const request = factory.open(name, DISK_SCHEMA);
  request.addEventListener('upgradeneeded', () => {
    createStores(request.result);
  });
  const database = await resultOf(request);
  // Another tab deletes the database or needs a newer schema.
  database.addEventListener('versionchange', () => {
    database.close();
  });
  return storesOf(database);
}

/** Deletes the database of one user. The clearing of all storage by the browser aborts a deletion beside it. */
export async function deleteDatabase(factory: IDBFactory, name: string): Promise<void> {
  await resultOf(factory.deleteDatabase(name)).catch(() => resultOf(factory.deleteDatabase(name)));
}

function createStores(database: IDBDatabase): void {
  const has = (name: string): boolean => database.objectStoreNames.contains(name);
  for (const name of SNAPSHOT_STORES) {
    if (has(name)) database.deleteObjectStore(name);
    database.createObjectStore(name);
  }
  for (const name of OWN_STORES) if (!has(name)) database.createObjectStore(name);
}
