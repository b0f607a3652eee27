import { applyEvent, type ResumePoint, type ServerEvent } from '@parley/client';
import { createCell } from '../cell.ts';
import type { Link } from '../chat.ts';
import { withPeople, type People } from '../disk/state.ts';
import { callEach } from '../faults.ts';
import type { Batch, Source } from '../model/store.ts';
import type { Mark } from './tabs.ts';

/** This tab's copy of the state, and its place in the queue. */
export type Replica = {
  readonly source: Omit<Source, 'close'>;
  readonly cursor: () => ResumePoint | undefined;
  /** The state from which a registration may take over users. */
  readonly known: () => ResumePoint['state'] | undefined;
  readonly setLink: (link: Link) => void;
  /** Starts from the disk, without people. */
  readonly restore: (point: ResumePoint) => void;
  /** Adds the people of a restored state. */
  readonly fill: (people: People) => void;
  /** Gives up a restored state that cannot be continued; it stays visible until another one comes. */
  readonly drop: () => void;
  /** Gives up the place in the queue; the state stays visible, and its users known, until another one comes. */
  readonly outdate: () => void;
  /** Replaces the state by a newer one that events do not lead to. */
  readonly replace: (point: ResumePoint) => void;
  /** Applies events behind a place; false if something is missing between. */
  readonly extend: (queueId: string, from: number, events: readonly ServerEvent[], to: number) => boolean;
  /** Ends it before there was a state. */
  readonly fail: (error: unknown) => void;
};

export function createReplica(asOf: number): Replica {
  const link = createCell<Link>({ status: 'starting', asOf });
  const first = Promise.withResolvers<ResumePoint['state']>();
  const listeners = new Set<(batch: Batch) => void>();
  const unheard: Batch[] = [];
  let cursor: ResumePoint | undefined;
  let outdated: ResumePoint['state'] | undefined;
  let hasFirst = false;

  const give = (batch: Batch): void => {
    if (!hasFirst) {
      hasFirst = true;
      first.resolve(batch.state);
      return;
    }
    if (listeners.size === 0) unheard.push(batch);
    callEach(listeners, batch);
  };

  return {
    source: {
      first: first.promise,
      link,
      queueId: () => cursor?.queueId,
      onBatch: (listener) => {
        listeners.add(listener);
        for (const batch of unheard.splice(0)) callEach([listener], batch);
        return () => {
          listeners.delete(listener);
        };
      },
    },
    cursor: () => cursor,
    known: () => cursor?.state ?? outdated,
    setLink: (next) => {
      link.set(next);
    },
    restore: (point) => {
      cursor = point;
      give({ kind: 'snapshot', state: point.state });
    },
    fill: (people) => {
      if (cursor === undefined) return;
      cursor = { ...cursor, state: withPeople(cursor.state, people) };
      give({ kind: 'events', events: [], state: cursor.state });
    },
    drop: () => {
      cursor = undefined;
      outdated = undefined;
    },
    outdate: () => {
      outdated = cursor?.state;
      cursor = undefined;
    },
    replace: (point) => {
      cursor = point;
      outdated = undefined;
      give({ kind: 'snapshot', state: point.state });
    },
    extend: (queueId, from, events, to) => {
      if (cursor === undefined || !reaches(cursor, { queueId, lastEventId: from })) return false;
      const { lastEventId } = cursor;
      if (to <= lastEventId) return true;
      const fresh = events.filter(({ id }) => id > lastEventId);
      const state = fresh.reduce(applyEvent, cursor.state);
      cursor = { ...cursor, state, lastEventId: to };
      if (fresh.length > 0) give({ kind: 'events', events: fresh, state });
      return true;
    },
    fail: (error) => {
      if (!hasFirst) first.reject(error);
    },
  };
}

function reaches(own: Mark, mark: Mark): boolean {
  return own.queueId === mark.queueId && own.lastEventId >= mark.lastEventId;
}
