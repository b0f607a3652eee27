import type { Message, State } from '@parley/client';
import { SNAPSHOT_STORES, OWN_STORES, type Database, type DiskMeta } from './database.ts';
import type { Store } from './stores.ts';
import { coreState, PEOPLE_LISTS, type People } from './state.ts';
import type { StoredChange, StoredChat, StoredDraft, StoredEntry } from '../model/store.ts';

/** Everything that is stored but people, read at one moment. */
export type StoredStart = {
  /** Undefined if nothing is stored, or only texts of the user. */
  readonly resume: { readonly meta: DiskMeta; readonly state: State } | undefined;
  readonly chat: StoredChat;
};

export async function readStart(database: Database, register: string): Promise<StoredStart> {
  const reading = database.transaction([...SNAPSHOT_STORES, ...OWN_STORES]);
  const [meta, core, messages, windows, own] = await Promise.all([
    reading.store('meta').get('meta'),
    reading.store('core').get('core'),
    readPortions(reading.store('messages')),
    reading.store('windows').get('windows'),
    ownOf(reading.store('outbox'), reading.store('drafts'), reading.store('changes')),
  ]);
  if (meta === undefined || core === undefined || meta.register !== register)
    return { resume: undefined, chat: { messages: [], windows: [], ...own } };
  const lists = PEOPLE_LISTS.filter((list) => meta.people[list] !== undefined);
  return {
    resume: { meta, state: coreState(core, lists) },
    chat: {
      messages: (joined(meta.messages, messages) ?? []) as readonly Message[],
      windows: windows ?? [],
      ...own,
    },
  };
}

type StoredOwn = Pick<StoredChat, 'outbox' | 'drafts' | 'changes'>;

export function readOwn(database: Database): Promise<StoredOwn> {
  const reading = database.transaction(OWN_STORES);
  return ownOf(reading.store('outbox'), reading.store('drafts'), reading.store('changes'));
}

type Readable<T> = Pick<Store<T>, 'getAll' | 'getAllKeys'>;

async function ownOf(
  entries: Readable<StoredEntry>,
  texts: Readable<StoredDraft>,
  wanted: Readable<StoredChange>,
): Promise<StoredOwn> {
  const [outbox, changes, keys, drafts] = await Promise.all([
    entries.getAll(),
    wanted.getAll(),
    texts.getAllKeys(),
    texts.getAll(),
  ]);
  return {
    outbox: outbox.toSorted((a, b) => a.created - b.created),
    changes: changes.toSorted((a, b) => a.created - b.created),
    drafts: new Map(drafts.map((draft, n) => [keys[n] ?? '', draft])),
  };
}

/** People of a stored state; undefined if another tab has replaced them in the meantime. */
export async function readPeople(database: Database, meta: DiskMeta): Promise<People | undefined> {
  const portions = await readPortions(database.transaction(['people']).store('people'));
  const people: Record<string, readonly unknown[]> = {};
  for (const list of PEOPLE_LISTS) {
    const keys = meta.people[list];
    if (keys === undefined) continue;
    const items = joined(keys, portions);
    if (items === undefined) return undefined;
    people[list] = items;
  }
  return people;
}

async function readPortions(store: Readable<string>): Promise<ReadonlyMap<string, string>> {
  const [keys, texts] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return new Map(texts.map((text, n) => [keys[n] ?? '', text]));
}

/** A list from its portions; undefined if one is missing. */
function joined(
  keys: readonly string[],
  portions: ReadonlyMap<string, string>,
): readonly unknown[] | undefined {
  const texts = keys.map((key) => portions.get(key));
  return texts.includes(undefined)
    ? undefined
    : texts.flatMap((text) => JSON.parse(text ?? '[]') as unknown[]);
}
