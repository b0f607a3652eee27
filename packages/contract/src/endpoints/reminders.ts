import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { reminder } from '../objects/personal.ts';
import { json, optional, path, text } from '../parameter.ts';
import { integer, textUpTo, unixSeconds } from '../primitives.ts';

export const getReminders = endpoint({
  id: 'get-reminders',
  method: 'GET',
  path: '/reminders',
  tag: 'reminders',
  since: 399,
  summary: 'List your reminders',
  doc: 'Messages of which the caller wants to be reminded, in the order of the times.',
  result: { reminders: z.array(reminder) },
});

export const createMessageReminder = endpoint({
  id: 'create-message-reminder',
  method: 'POST',
  path: '/reminders',
  tag: 'reminders',
  since: 381,
  summary: 'Ask to be reminded of a message',
  doc: 'At its time the notification bot sends the caller a direct message that quotes the message as it is then.',
  parameters: {
    message_id: json(integer, 'A message that the caller can read.'),
    scheduled_delivery_timestamp: json(unixSeconds, 'When to be reminded; later than now.'),
    note: optional(text(textUpTo(limits.reminderNoteLength), 'A note about the message.', { since: 415 })),
  },
  result: { reminder_id: integer },
});

export const deleteReminder = endpoint({
  id: 'delete-reminder',
  method: 'DELETE',
  path: '/reminders/{reminder_id}',
  tag: 'reminders',
  since: 399,
  summary: 'Delete a reminder',
  doc: 'The caller is not reminded.',
  missingIs404: true,
  parameters: { reminder_id: path(integer, 'The reminder.') },
});
