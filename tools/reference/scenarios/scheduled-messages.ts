import { operations as api } from '@parley/contract/endpoints.ts';
import type { Recorder } from '../recorder.ts';

const DAY = 24 * 3600;

function inDays(days: number): number {
  return Math.round(Date.now() / 1000) + days * DAY;
}

/** Scheduled messages and reminders. */
export async function later({ show, prepare, amara, jonas }: Recorder, sky: number): Promise<void> {
  const { scheduled_message_id } = await show(api.createScheduledMessage, amara, {
    type: 'channel',
    to: sky,
    topic: 'open house',
    content: 'The doors open in an hour.',
    scheduled_delivery_timestamp: inDays(7),
  });
  await show(api.updateScheduledMessage, amara, {
    scheduled_message_id,
    scheduled_delivery_timestamp: inDays(8),
  });
  await show(api.getScheduledMessages, amara, {});
  await show(api.deleteScheduledMessage, amara, { scheduled_message_id });

  const { id } = await prepare(api.sendMessage, jonas, {
    type: 'direct',
    to: [amara.id],
    content: 'The mirror must be cleaned next week.',
  });
  const { reminder_id } = await show(api.createMessageReminder, amara, {
    message_id: id,
    scheduled_delivery_timestamp: inDays(6),
    note: 'Order the cloths first',
  });
  await show(api.getReminders, amara, {});
  await show(api.deleteReminder, amara, { reminder_id });
}
