import type { EventPayload } from '@parley/contract/events.ts';
import type { Flagging, FlagsEvent, Outgoing } from './outgoing.ts';

export function flaggingOf(event: EventPayload): Flagging | undefined {
  return event.type === 'update_message_flags' ? { flag: event.flag, op: event.op, event } : undefined;
}

/** An event that names as many messages as this is sent as it is: each merge writes the whole list anew. */
const MOST_MESSAGES = 1000;

/**
 * Adds events to those that wait for a client. Somebody who reads while a client does not fetch would otherwise
 * pile up an event for each message: changes of one flag that were not delivered yet become one event, with the
 * id of the last. Messages that became unread stay apart, and so does what a change the other way lies between.
 * A mark does not pass a deletion, or a client would know of a mark on a message that is gone.
 */
export function addPending(pending: Outgoing[], more: readonly Outgoing[], lastIssued: number): void {
  for (const next of more) {
    const located = next.flagging === undefined ? -1 : lastOf(pending, next.flagging.flag, lastIssued);
    const earlier = pending[located]?.flagging;
    if (next.flagging === undefined || earlier === undefined || !areMergeable(earlier, next.flagging))
      pending.push(next);
    else {
      pending.splice(located, 1);
      pending.push(merged(earlier.event, next.flagging.event, next.id));
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
    a.event.messages.length < MOST_MESSAGES
  );
}

function merged(a: FlagsEvent, b: FlagsEvent, id: number): Outgoing {
  const event: FlagsEvent = { ...b, messages: [...new Set([...a.messages, ...b.messages])] };
  return { id, json: JSON.stringify({ ...event, id }), flagging: { flag: b.flag, op: b.op, event } };
}
