import type { EventPayload } from '@parley/contract/events.ts';
import type { MergeableFlagChange, FlagsEvent, OutgoingEvent } from './outgoing-event.ts';

export function flagChangeOf(event: EventPayload): MergeableFlagChange | undefined {
  return event.type === 'update_message_flags' ? { flag: event.flag, op: event.op, event } : undefined;
}

/** An event with this many messages is not merged further, because each merge copies the whole list. */
const MAX_MERGED_MESSAGES = 1000;

/**
 * Appends events to the pending events of a queue. Changes of one flag that were not delivered yet are merged into one
 * event with the id of the last, so that reading on one client does not accumulate an event per message for another.
 * Not merged: events that mark messages as unread, and changes of the flag in the other direction in between.
 * A flag change is not moved past a deletion, or a client would receive the flag of a deleted message.
 */
export function addPending(
  pending: OutgoingEvent[],
  more: readonly OutgoingEvent[],
  lastIssued: number,
): void {
  for (const next of more) {
    const index = next.flagChange === undefined ? -1 : lastOf(pending, next.flagChange.flag, lastIssued);
    const previous = pending[index]?.flagChange;
    if (next.flagChange === undefined || previous === undefined || !areMergeable(previous, next.flagChange))
      pending.push(next);
    else {
      pending.splice(index, 1);
      pending.push(merged(previous.event, next.flagChange.event, next.id));
    }
  }
}

function lastOf(pending: readonly OutgoingEvent[], flag: string, lastIssued: number): number {
  return pending.findLastIndex(
    ({ id, flagChange, isDeletion }) =>
      id > lastIssued && (flagChange?.flag === flag || (isDeletion === true && flag !== 'read')),
  );
}

function areMergeable(a: MergeableFlagChange, b: MergeableFlagChange): boolean {
  return (
    a.op === b.op &&
    !(a.op === 'remove' && a.flag === 'read') &&
    !a.event.all &&
    !b.event.all &&
    a.event.messages.length < MAX_MERGED_MESSAGES
  );
}

function merged(a: FlagsEvent, b: FlagsEvent, id: number): OutgoingEvent {
  const event: FlagsEvent = { ...b, messages: [...new Set([...a.messages, ...b.messages])] };
  return { id, json: JSON.stringify({ ...event, id }), flagChange: { flag: b.flag, op: b.op, event } };
}
