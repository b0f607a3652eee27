import type { MessageFlag } from '@parley/contract/objects/message.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { reaches, type AudienceMember } from '../engine/log/audience.ts';
import type { LogEntry } from '../engine/log/entry.ts';
import type { ControlEntry } from '../engine/log/control-entry.ts';
import { idAt, positionOf } from './event-id.ts';
import { personalKey, type EventAdapter } from './event-adapter.ts';
import { addPending, flagChangeOf } from './merge-flags.ts';
import type { OutgoingEvent } from './outgoing-event.ts';
import { adaptationKeyOf, type ClientOptions } from './client-options.ts';

/** The row of a queue in `event_queue`. */
export type QueueRecord = {
  readonly id: string;
  readonly realmId: number;
  readonly userId: number;
  readonly fromPosition: number;
  readonly clientOptions: ClientOptions;
  /** Number of times that a client went back to an acknowledged event. */
  readonly rewinds: number;
  /** The credential that registered the queue and alone may use it; null if an older node registered it. */
  readonly credentialId: number | null;
};

/** Role and subscriptions of a user at one log position: they decide which events the user receives. */
export type Membership = { readonly role: number; readonly channels: readonly number[] };

/** A log entry with its encodings so far, by adaptation key and personal parts. */
export type SharedEntry = {
  readonly entry: LogEntry;
  readonly encoded: Map<string, readonly OutgoingEvent[]>;
  /** Message flags by user id, for events that carry the flags of their reader. */
  readonly flags: Map<number, readonly MessageFlag[]>;
};

export function share(entry: LogEntry): SharedEntry {
  return { entry, encoded: new Map(), flags: new Map() };
}

/** A queue with this many pending events stops following the log and catches up when it is polled. */
const MAX_PENDING_EVENTS = 1000;

/**
 * The in-memory part of a queue: a cursor that follows the log, without a clock or a socket.
 * A live queue has processed the log up to the position of its tail, another queue up to `matchedPosition`.
 */
export type LocalQueue = {
  readonly record: QueueRecord;
  readonly adaptationKey: string;
  readonly types: ReadonlySet<string> | null;
  readonly isListening: boolean;
  role: number;
  readonly channels: Set<number>;
  matchedPosition: number;
  acknowledged: number;
  lastIssued: number;
  pending: OutgoingEvent[];
  /** Rewinds that this node knows of; the row has a higher number after a rewind on another node. */
  rewinds: number;
};

export function openQueue(
  record: QueueRecord,
  membership: Membership,
  lastEventId: number,
  matchedPosition: number,
): LocalQueue {
  return {
    record,
    ...derivedOptionsOf(record.clientOptions),
    role: membership.role,
    channels: new Set(membership.channels),
    matchedPosition,
    acknowledged: lastEventId,
    lastIssued: lastEventId,
    pending: [],
    rewinds: record.rewinds,
  };
}

/** A queue whose client has received the events up to `lastEventId`. */
export function resumeQueue(record: QueueRecord, membership: Membership, lastEventId: number): LocalQueue {
  // One log entry may become several events, and the client may have received only some of them.
  const matchedUpTo = Math.max(positionOf(lastEventId) - 1, record.fromPosition);
  return openQueue(record, membership, lastEventId, matchedUpTo);
}

type DerivedOptions = Pick<LocalQueue, 'adaptationKey' | 'types' | 'isListening'>;
const derivedOptions = new WeakMap<ClientOptions, DerivedOptions>();

/** Computed once for all queues that share an options object. */
function derivedOptionsOf(clientOptions: ClientOptions): DerivedOptions {
  const cached = derivedOptions.get(clientOptions);
  if (cached !== undefined) return cached;
  const derived = {
    adaptationKey: adaptationKeyOf(clientOptions),
    types: clientOptions.eventTypes === null ? null : new Set(clientOptions.eventTypes),
    isListening: clientOptions.allPublicChannels || clientOptions.narrow.length > 0,
  };
  derivedOptions.set(clientOptions, derived);
  return derived;
}

export function isFull(queue: LocalQueue): boolean {
  return queue.pending.length >= MAX_PENDING_EVENTS;
}

/** Applies a log entry to the queue; returns whether the queue has new events to deliver. */
export function offer(queue: LocalQueue, shared: SharedEntry, adapter: EventAdapter): boolean {
  const { entry } = shared;
  if (entry.kind === 'notice') {
    applyNotice(queue, entry.notice);
    return false;
  }
  if (queue.types !== null && !queue.types.has(entry.event.type)) return false;
  if (!reaches(entry.audience, audienceMemberOf(queue))) return false;
  const encoded = encodeFor(queue, shared, adapter);
  // Ids ascend, so the check of the first one avoids the filter nearly always.
  const outgoing =
    (encoded[0]?.id ?? 0) > queue.acknowledged
      ? encoded
      : encoded.filter(({ id }) => id > queue.acknowledged);
  addPending(queue.pending, outgoing, queue.lastIssued);
  return outgoing.length > 0;
}

export function audienceMemberOf(queue: LocalQueue): AudienceMember {
  return {
    id: queue.record.userId,
    role: queue.role,
    channels: queue.channels,
    isListening: queue.isListening,
  };
}

function applyNotice(queue: LocalQueue, notice: ControlEntry): void {
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
): readonly OutgoingEvent[] {
  if (entry.kind === 'notice') return [];
  const { clientOptions, userId, id: queueId } = queue.record;
  // A user who sees a message only because the client listens to all public channels has not received it.
  const isReceiver =
    !queue.isListening || reaches(entry.audience, { ...audienceMemberOf(queue), isListening: false });
  const personal = adapter.personalOf(
    entry.event,
    { userId, queueId, isReceiver, isGuest: queue.role === roles.guest, channels: queue.channels },
    flags,
  );
  if (!adapter.admits(clientOptions.narrow, entry.event, personal)) return [];
  const key = queue.adaptationKey + personalKey(personal);
  const cached = encoded.get(key);
  if (cached !== undefined) return cached;
  const base = idAt(entry.position);
  const events = adapter.adapt(entry.event, clientOptions, personal).map((event, index) => ({
    id: base + index,
    json: JSON.stringify({ ...event, id: base + index }),
    flagChange: flagChangeOf(event),
    isDeletion: event.type === 'delete_message',
  }));
  encoded.set(key, events);
  return events;
}

/** Drops the events up to `lastEventId`, which the client has received. */
export function acknowledge(queue: LocalQueue, lastEventId: number): void {
  queue.acknowledged = Math.max(queue.acknowledged, lastEventId);
  queue.lastIssued = Math.max(queue.lastIssued, lastEventId);
  if (queue.pending.length > 0) queue.pending = queue.pending.filter(({ id }) => id > lastEventId);
}

/** Events of the next response; they stay pending until they are acknowledged. */
export function deliverable(queue: LocalQueue): readonly OutgoingEvent[] {
  const last = queue.pending.at(-1);
  if (last !== undefined) queue.lastIssued = Math.max(queue.lastIssued, last.id);
  return queue.pending;
}
