import type { Reminder } from '@parley/contract/objects/personal.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type ReminderRow = Selectable<Schema['reminder']>;

export const presentReminder = (row: ReminderRow): Reminder => ({
  reminder_id: row.id,
  type: 'private',
  to: [row.person_id],
  content: row.content,
  rendered_content: row.rendered,
  scheduled_delivery_timestamp: Math.floor(row.due_at.getTime() / 1000),
  failed: row.has_failed,
  reminder_target_message_id: row.message_id,
});
