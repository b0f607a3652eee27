import type { MessageFlag } from '@parley/contract/objects/message.ts';
import { reaches, type AudienceMember } from '../engine/log/audience.ts';
import type { LogEntry } from '../engine/log/entry.ts';
import type { Notice } from '../engine/log/notice.ts';
import { idAt } from './event-id.ts';
import { personalKey, type EventAdapter } from './event-adapter.ts';
import { addPending, flaggingOf } from './merge-flags.ts';
import type { Outgoing } from './outgoing.ts';
import { adaptationKeyOf, type ClientOptions } from './client-options.ts';

/** A queue as its row tells it. */
export type QueueRecord = {
  readonly id: string;
  readonly realmId: number;
  readonly userId: number;
  readonly fromPosition: number;
  readonly clientOptions: ClientOptions;
};

/** What decides whether an event is for a user, at one position of the log. */
export type Membership = { readonly role: number; readonly channels: readonly number[] };

/** An entry of the log and what it has been encoded to so far. */
export type SharedEntry = {
  readonly entry: LogEntry;
  readonly encoded: Map<string, readonly Outgoing[]>;
  /** The readers' own flags of the message that the event is about, where it tells them. */
  readonly flags: Map<number, readonly MessageFlag[]>;
};

export function share(entry: LogEntry): SharedEntry {
  return { entry, encoded: new Map(), flags: new Map() };
}

/** Beyond this many undelivered events a queue is left behind and reads the log again when it is polled. */
const MAX_PENDING = 1000;

/**
 * The part of a queue that lives on a node: a cursor that follows the log. It has no clock and no socket.
 * A queue that is not live has seen the log up to `matched`; a live one has seen as much as its tail.
 */
export type LocalQueue = {
  readonly record: QueueRecord;
  readonly adaptationKey: string;
  readonly types: ReadonlySet<string> | null;
  readonly isListening: boolean;
  role: number;
  readonly channels: Set<number>;
  matched: number;
  acknowledged: number;
  lastIssued: number;
  pending: Outgoing[];
};

export function openQueue(
  record: QueueRecord,
  membership: Membership,
  lastEventId: number,
  matched: number,
): LocalQueue {
  return {
    record,
    ...kindOf(record.clientOptions),
    role: membership.role,
    channels: new Set(membership.channels),
    matched,
    acknowledged: lastEventId,
    lastIssued: lastEventId,
    pending: [],
  };
}

type Kind = Pick<LocalQueue, 'adaptationKey' | 'types' | 'isListening'>;
const kinds = new WeakMap<ClientOptions, Kind>();

/** What follows from wishes, once for all queues that share them. */
function kindOf(clientOptions: ClientOptions): Kind {
  const known = kinds.get(clientOptions);
  if (known !== undefined) return known;
  const kind = {
    adaptationKey: adaptationKeyOf(clientOptions),
    types: clientOptions.eventTypes === null ? null : new Set(clientOptions.eventTypes),
    isListening: clientOptions.allPublicChannels || clientOptions.narrow.length > 0,
  };
  kinds.set(clientOptions, kind);
  return kind;
}

export function isFull(queue: LocalQueue): boolean {
  return queue.pending.length >= MAX_PENDING;
}

/** Holds an entry of the log against the queue. Answers whether there is something new to deliver. */
export function offer(queue: LocalQueue, shared: SharedEntry, adapter: EventAdapter): boolean {
  const { entry } = shared;
  if (entry.kind === 'notice') {
    applyNotice(queue, entry.notice);
    return false;
  }
  if (queue.types !== null && !queue.types.has(entry.event.type)) return false;
  if (!reaches(entry.audience, listenerOf(queue))) return false;
  const encoded = encodeFor(queue, shared, adapter);
  // Ids rise, so nearly always it is all of them.
  const outgoing =
    (encoded[0]?.id ?? 0) > queue.acknowledged
      ? encoded
      : encoded.filter(({ id }) => id > queue.acknowledged);
  addPending(queue.pending, outgoing, queue.lastIssued);
  return outgoing.length > 0;
}

export function listenerOf(queue: LocalQueue): AudienceMember {
  return {
    id: queue.record.userId,
    role: queue.role,
    channels: queue.channels,
    isListening: queue.isListening,
  };
}

function applyNotice(queue: LocalQueue, notice: Notice): void {
  const { userId } = queue.record;
  switch (notice.notice) {
    case 'role':
      if (notice.user_id === userId) queue.role = notice.role;
      break;
    case 'subscribed':
      if (notice.user_ids.includes(userId)) queue.channels.add(notice.channel_id);
      break;
    case 'unsubscribed':
      if (notice.user_ids.includes(userId)) queue.channels.delete(notice.channel_id);
      break;
    default:
      break;
  }
}

function encodeFor(
  queue: LocalQueue,
  { entry, encoded, flags }: SharedEntry,
  adapter: EventAdapter,
): readonly Outgoing[] {
  if (entry.kind === 'notice') return [];
  const { clientOptions, userId, id: queueId } = queue.record;
  // Who hears of a message only because the client listens everywhere has not received it.
  const isReceiver =
    !queue.isListening || reaches(entry.audience, { ...listenerOf(queue), isListening: false });
  const personal = adapter.personalOf(
    entry.event,
    { userId, queueId, isReceiver, isGuest: queue.role === 600, channels: queue.channels },
    flags,
  );
  if (!adapter.admits(clientOptions.narrow, entry.event, personal)) return [];
  const key = queue.adaptationKey + personalKey(personal);
  const known = encoded.get(key);
  if (known !== undefined) return known;
  const base = idAt(entry.position);
  const made = adapter.adapt(entry.event, clientOptions, personal).map((event, index) => ({
    id: base + index,
    json: JSON.stringify({ ...event, id: base + index }),
    flagging: flaggingOf(event),
    isDeletion: event.type === 'delete_message',
  }));
  encoded.set(key, made);
  return made;
}

/** Everything up to `lastEventId` has arrived at the client and is forgotten. */
export function acknowledge(queue: LocalQueue, lastEventId: number): void {
  queue.acknowledged = Math.max(queue.acknowledged, lastEventId);
  queue.lastIssued = Math.max(queue.lastIssued, lastEventId);
  if (queue.pending.length > 0) queue.pending = queue.pending.filter(({ id }) => id > lastEventId);
}

/** What the next answer holds; it stays pending until it is acknowledged. */
export function deliverable(queue: LocalQueue): readonly Outgoing[] {
  const last = queue.pending.at(-1);
  if (last !== undefined) queue.lastIssued = Math.max(queue.lastIssued, last.id);
  return queue.pending;
}
