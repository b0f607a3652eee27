import type { Message, ResumePoint } from '@parley/client';
import { SNAPSHOT_STORES, type Database, type DiskMeta } from './database.ts';
import { planPortions, type Portion } from './portions.ts';
import { coreText, peopleOf, PEOPLE_LISTS, type PeopleList } from './state.ts';
import type { StoredWindows } from '../model/store.ts';

const MAX_STORED_MESSAGES = 5_000;
/** A changed user or message costs a write of its whole portion. */
const MAX_PORTION_USERS = 1_000;
const MAX_PORTION_MESSAGES = 100;

export type DiskWriter = {
  /** Stores everything that belongs to one place in the queue, in one transaction. */
  readonly write: (cursor: ResumePoint, windows: StoredWindows, asOf: number) => Promise<void>;
};

type Written = {
  readonly people: ReadonlyMap<PeopleList, readonly Portion<unknown>[]>;
  readonly messages: readonly Portion<Message>[];
};

/**
 * Writes only parts that differ from its last write. The first write, and the one after a failure, replaces everything,
 * because another tab may have written before.
 */
export function diskWriter(database: Database, register: string, writerId: string): DiskWriter {
  let written: Written | undefined;
  let portionCount = 0;
  const newKey = (): string => {
    portionCount += 1;
    return `${writerId}-${portionCount}`;
  };

  return {
    // Requests start in the same task, because a page that closes does not get another one.
    write: async (cursor, windows, asOf) => {
      const before = written;
      const next = planWrite(before, cursor, windows, newKey);
      const meta: DiskMeta = {
        queueId: cursor.queueId,
        lastEventId: cursor.lastEventId,
        register,
        asOf,
        people: Object.fromEntries(Array.from(next.people, ([list, portions]) => [list, keysOf(portions)])),
        messages: keysOf(next.messages),
      };
      written = undefined;
      const writing = database.transaction(SNAPSHOT_STORES, 'readwrite');
      const results: Promise<unknown>[] = [writing.done];
      try {
        const put = (result: Promise<unknown>): void => void results.push(result);
        put(writing.store('meta').put(meta, 'meta'));
        put(writing.store('core').put(coreText(cursor.state), 'core'));
        put(writing.store('windows').put(windows.windows, 'windows'));
        for (const name of ['people', 'messages'] as const) {
          const store = writing.store(name);
          if (before === undefined) put(store.clear());
          const { gone, fresh } = differenceOf(portionsOf(before, name), portionsOf(next, name));
          for (const { key } of gone) put(store.delete(key));
          for (const { key, items } of fresh) put(store.put(JSON.stringify(items), key));
        }
        writing.commit();
      } catch (error) {
        await abortWrite(writing, results);
        throw error;
      }
      await Promise.all(results);
      written = next;
    },
  };
}

/** Takes back a transaction of which a request could not be made. */
async function abortWrite(writing: { abort(): void }, results: readonly Promise<unknown>[]): Promise<void> {
  try {
    writing.abort();
  } catch {
    // It has ended by itself.
  }
  await Promise.allSettled(results);
}

function planWrite(
  before: Written | undefined,
  { state }: ResumePoint,
  { messages }: StoredWindows,
  newKey: () => string,
): Written {
  const people = peopleOf(state);
  const lists = PEOPLE_LISTS.flatMap((list): [PeopleList, readonly Portion<unknown>[]][] => {
    const items = people[list];
    if (items === undefined) return [];
    return [[list, planPortions(before?.people.get(list) ?? [], items, newKey, MAX_PORTION_USERS)]];
  });
  const newest = messages.toSorted((a, b) => a.id - b.id).slice(-MAX_STORED_MESSAGES);
  return {
    people: new Map(lists),
    messages: planPortions(before?.messages ?? [], newest, newKey, MAX_PORTION_MESSAGES),
  };
}

function keysOf(portions: readonly Portion<unknown>[]): readonly string[] {
  return portions.map(({ key }) => key);
}

function portionsOf(written: Written | undefined, name: 'people' | 'messages'): readonly Portion<unknown>[] {
  if (written === undefined) return [];
  return name === 'people' ? [...written.people.values()].flat() : written.messages;
}

function differenceOf(before: readonly Portion<unknown>[], after: readonly Portion<unknown>[]) {
  const [known, kept] = [new Set(before), new Set(after)];
  return {
    gone: before.filter((portion) => !kept.has(portion)),
    fresh: after.filter((portion) => !known.has(portion)),
  };
}
