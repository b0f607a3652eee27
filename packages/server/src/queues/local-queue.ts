import { reaches } from '../log/audience.ts';
import type { LogEntry } from '../log/entry.ts';
import type { Notice } from '../log/notice.ts';
import { idAt } from './event-id.ts';
import { fit } from './fit.ts';
import { fitKeyOf, type Wishes } from './wishes.ts';

/** A queue as its row tells it. */
export type QueueRecord = {
  readonly id: string;
  readonly realmId: number;
  readonly personId: number;
  readonly fromPosition: number;
  readonly wishes: Wishes;
};

/** What decides whether an event is for a person, at one position of the log. */
export type Standing = { readonly role: number; readonly channels: readonly number[] };

/** One event on its way to a client: its id and its bytes, shared by all clients with the same wishes. */
export type Outgoing = { readonly id: number; readonly json: string };

/** An entry of the log and what it has been encoded to so far. */
export type SharedEntry = { readonly entry: LogEntry; readonly encoded: Map<string, readonly Outgoing[]> };
export const share = (entry: LogEntry): SharedEntry => ({ entry, encoded: new Map() });

/** Beyond this many undelivered events a queue is left behind and reads the log again when it is polled. */
const MAX_PENDING = 1000;

/**
 * The part of a queue that lives on a node: a cursor that follows the log. It has no clock and no socket.
 * A queue that is not live has seen the log up to `matched`; a live one has seen as much as its tail.
 */
export type LocalQueue = {
  readonly record: QueueRecord;
  readonly fitKey: string;
  readonly types: ReadonlySet<string> | null;
  role: number;
  readonly channels: Set<number>;
  matched: number;
  acknowledged: number;
  lastIssued: number;
  pending: Outgoing[];
};

export const openQueue = (
  record: QueueRecord,
  standing: Standing,
  lastEventId: number,
  matched: number,
): LocalQueue => ({
  record,
  fitKey: fitKeyOf(record.wishes),
  types: record.wishes.eventTypes === null ? null : new Set(record.wishes.eventTypes),
  role: standing.role,
  channels: new Set(standing.channels),
  matched,
  acknowledged: lastEventId,
  lastIssued: lastEventId,
  pending: [],
});

export const isFull = (queue: LocalQueue): boolean => queue.pending.length >= MAX_PENDING;

/** Holds an entry of the log against the queue. Answers whether there is something new to deliver. */
export const offer = (queue: LocalQueue, shared: SharedEntry): boolean => {
  const { entry } = shared;
  if (entry.kind === 'notice') {
    heed(queue, entry.notice);
    return false;
  }
  if (queue.types !== null && !queue.types.has(entry.event.type)) return false;
  if (!reaches(entry.audience, { id: queue.record.personId, role: queue.role, channels: queue.channels }))
    return false;
  const outgoing = encodeFor(queue, shared).filter(({ id }) => id > queue.acknowledged);
  queue.pending.push(...outgoing);
  return outgoing.length > 0;
};

const heed = (queue: LocalQueue, notice: Notice): void => {
  const { personId } = queue.record;
  switch (notice.notice) {
    case 'role':
      if (notice.person_id === personId) queue.role = notice.role;
      break;
    case 'subscribed':
      if (notice.person_ids.includes(personId)) queue.channels.add(notice.channel_id);
      break;
    case 'unsubscribed':
      if (notice.person_ids.includes(personId)) queue.channels.delete(notice.channel_id);
      break;
    default:
      break;
  }
};

const encodeFor = (queue: LocalQueue, { entry, encoded }: SharedEntry): readonly Outgoing[] => {
  const known = encoded.get(queue.fitKey);
  if (known !== undefined) return known;
  if (entry.kind === 'notice') return [];
  const base = idAt(entry.position);
  const made = fit(entry.event, queue.record.wishes).map((event, index) => ({
    id: base + index,
    json: JSON.stringify({ ...event, id: base + index }),
  }));
  encoded.set(queue.fitKey, made);
  return made;
};

/** Everything up to `lastEventId` has arrived at the client and is forgotten. */
export const acknowledge = (queue: LocalQueue, lastEventId: number): void => {
  queue.acknowledged = Math.max(queue.acknowledged, lastEventId);
  queue.lastIssued = Math.max(queue.lastIssued, lastEventId);
  queue.pending = queue.pending.filter(({ id }) => id > lastEventId);
};

/** What the next answer holds; it stays pending until it is acknowledged. */
export const deliverable = (queue: LocalQueue): readonly Outgoing[] => {
  const last = queue.pending.at(-1);
  if (last !== undefined) queue.lastIssued = Math.max(queue.lastIssued, last.id);
  return queue.pending;
};
