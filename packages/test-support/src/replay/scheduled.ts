import {
  createScheduledMessage,
  deleteScheduledMessage,
  updateScheduledMessage,
} from '@parley/contract/endpoints/scheduled-messages.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { createMessageReminder, deleteReminder } from '@parley/contract/endpoints/reminders.ts';
import { makeDue } from '../make-due.ts';
import type { Act } from './acts.ts';

const LATER = 4_000_000_000;

/** Messages that go out later, or do not. */
export function scheduledActs(): Act[] {
  let ids: number[] = [];
  return [
    {
      name: 'messages are scheduled, not in the order of their times',
      run: async ({ cast: { hero }, secret }) => {
        const content = secret(hero, 'a scheduled message of the hero');
        for (const time of [LATER + 50, LATER, LATER + 20, LATER + 20]) {
          const made = await hero.connection.call(createScheduledMessage, {
            type: 'direct',
            to: [hero.id],
            content,
            scheduled_delivery_timestamp: time,
          });
          ids = [...ids, made.scheduled_message_id];
        }
      },
    },
    {
      name: 'a scheduled message gets another time and text',
      run: ({ cast: { hero }, secret }) =>
        hero.connection.call(updateScheduledMessage, {
          scheduled_message_id: ids[0] ?? 0,
          content: secret(hero, 'another scheduled message of the hero'),
          scheduled_delivery_timestamp: LATER + 10,
        }),
    },
    {
      name: 'a scheduled message is sent',
      run: ({ server }) => makeDue(server, ids[0] ?? 0),
    },
    {
      name: 'a scheduled message cannot be sent, and is told of',
      run: ({ server }) => makeDue(server, ids[1] ?? 0, 700),
    },
    {
      name: 'a scheduled message is deleted',
      run: ({ cast: { hero } }) =>
        hero.connection.call(deleteScheduledMessage, { scheduled_message_id: ids[2] ?? 0 }),
    },
  ];
}

/** Messages that come back, or do not. */
export function reminderActs(): Act[] {
  let ids: number[] = [];
  return [
    {
      name: 'somebody wants to be reminded, not in the order of the times',
      run: async ({ cast: { hero }, secret }) => {
        const content = secret(hero, 'what the hero wants to remember');
        const { id } = await hero.connection.call(sendMessage, { type: 'direct', to: [hero.id], content });
        for (const time of [LATER + 50, LATER, LATER + 20]) {
          const made = await hero.connection.call(createMessageReminder, {
            message_id: id,
            scheduled_delivery_timestamp: time,
          });
          ids = [...ids, made.reminder_id];
        }
      },
    },
    { name: 'a reminder comes', run: ({ server }) => makeDue(server, ids[0] ?? 0, 1, 'reminder') },
    {
      name: 'a reminder is deleted',
      run: ({ cast: { hero } }) => hero.connection.call(deleteReminder, { reminder_id: ids[1] ?? 0 }),
    },
  ];
}
