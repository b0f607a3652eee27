import type { EventPayload } from '@parley/contract/events.ts';
import type { Flagging, FlagsEvent, Outgoing } from './outgoing.ts';

export function flaggingOf(event: EventPayload): Flagging | undefined {
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
export function addPending(pending: Outgoing[], more: readonly Outgoing[], lastIssued: number): void {
  for (const next of more) {
    const index = next.flagging === undefined ? -1 : lastOf(pending, next.flagging.flag, lastIssued);
    const previous = pending[index]?.flagging;
    if (next.flagging === undefined || previous === undefined || !areMergeable(previous, next.flagging))
      pending.push(next);
    else {
      pending.splice(index, 1);
      pending.push(merged(previous.event, next.flagging.event, next.id));
    }
  }
}

function lastOf(pending: readonly Outgoing[], flag: string, lastIssued: number): number {
  return pending.findLastIndex(
    ({ id, flagging, isDeletion }) =>
      id > lastIssued && (flagging?.flag === flag || (isDeletion === true && flag !== 'read')),
  );
}

function areMergeable(a: Flagging, b: Flagging): boolean {
  return (
    a.op === b.op &&
    !(a.op === 'remove' && a.flag === 'read') &&
    !a.event.all &&
    !b.event.all &&
    a.event.messages.length < MAX_MERGED_MESSAGES
  );
}

function merged(a: FlagsEvent, b: FlagsEvent, id: number): Outgoing {
  const event: FlagsEvent = { ...b, messages: [...new Set([...a.messages, ...b.messages])] };
  return { id, json: JSON.stringify({ ...event, id }), flagging: { flag: b.flag, op: b.op, event } };
}
