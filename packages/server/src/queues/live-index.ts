import type { LogEntry } from '../log/entry.ts';
import type { LocalQueue } from './local-queue.ts';

/** The live queues of one organization on this node, so that an event costs what its local readers cost. */
export type LiveIndex = {
  add(queue: LocalQueue): void;
  delete(queue: LocalQueue): void;
  has(queue: LocalQueue): boolean;
  of(personId: number): Iterable<LocalQueue>;
  /** Queues that an entry may concern; the audience decides. */
  candidates(entry: LogEntry): Iterable<LocalQueue>;
};

const NONE: readonly LocalQueue[] = [];

export const createLiveIndex = (): LiveIndex => {
  const all = new Set<LocalQueue>();
  const byPerson = new Map<number, Set<LocalQueue>>();
  const of = (personId: number): Iterable<LocalQueue> => byPerson.get(personId) ?? NONE;
  return {
    add: (queue) => {
      all.add(queue);
      const own = byPerson.get(queue.record.personId);
      if (own === undefined) byPerson.set(queue.record.personId, new Set([queue]));
      else own.add(queue);
    },
    delete: (queue) => {
      all.delete(queue);
      const own = byPerson.get(queue.record.personId);
      own?.delete(queue);
      if (own?.size === 0) byPerson.delete(queue.record.personId);
    },
    has: (queue) => all.has(queue),
    of,
    candidates: (entry) => {
      if (entry.kind === 'notice') return 'person_id' in entry.notice ? of(entry.notice.person_id) : NONE;
      if (entry.audience.kind !== 'people') return all;
      const found: LocalQueue[] = [];
      for (const id of new Set(entry.audience.ids)) found.push(...of(id));
      return found;
    },
  };
};
