import type { ScheduledMessage } from '@parley/contract/objects/personal.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { put, without } from './lists.ts';

export function applyScheduledMessages(state: State, event: EventOf<'scheduled_messages'>): State {
  return state.scheduled_messages === undefined
    ? state
    : { ...state, scheduled_messages: byTime(after(state.scheduled_messages, event)) };
}

function after(list: ScheduledMessage[], event: EventOf<'scheduled_messages'>): ScheduledMessage[] {
  switch (event.op) {
    case 'add':
      return event.scheduled_messages.reduce((all, one) => put(all, 'scheduled_message_id', one), list);
    case 'update':
      return put(list, 'scheduled_message_id', event.scheduled_message);
    case 'remove':
      return without(list, 'scheduled_message_id', event.scheduled_message_id);
    default:
      event satisfies never;
      return list;
  }
}

function byTime(list: readonly ScheduledMessage[]): ScheduledMessage[] {
  return list.toSorted(
    (a, b) =>
      a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp ||
      a.scheduled_message_id - b.scheduled_message_id,
  );
}
