import type { Reminder } from '@parley/contract/objects/personal.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { put, without } from './lists.ts';

export function applyReminders(state: State, event: EventOf<'reminders'>): State {
  return state.reminders === undefined
    ? state
    : { ...state, reminders: byTime(after(state.reminders, event)) };
}

function after(list: Reminder[], event: EventOf<'reminders'>): Reminder[] {
  switch (event.op) {
    case 'add':
      return event.reminders.reduce((all, one) => put(all, 'reminder_id', one), list);
    case 'remove':
      return without(list, 'reminder_id', event.reminder_id);
    default:
      event satisfies never;
      return list;
  }
}

function byTime(list: readonly Reminder[]): Reminder[] {
  return list.toSorted(
    (a, b) =>
      a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || a.reminder_id - b.reminder_id,
  );
}
