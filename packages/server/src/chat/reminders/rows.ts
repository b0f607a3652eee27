import type { Reminder } from '@parley/contract/objects/personal.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import type { ReadState } from '../../http/snapshot.ts';

export function remindersOf(reader: Reader, user: Pick<UserRow, 'realm_id' | 'id'>): Promise<ReminderRow[]> {
  return reader.all(
    q
      .selectFrom('reminder')
      .selectAll()
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .orderBy('due_at')
      .orderBy('id'),
  );
}

export type ReminderRow = Selectable<Schema['reminder']>;

export function presentReminder(row: ReminderRow): Reminder {
  return {
    reminder_id: row.id,
    type: 'private',
    to: [row.user_id],
    content: row.content,
    rendered_content: row.rendered,
    scheduled_delivery_timestamp: Math.floor(row.due_at.getTime() / 1000),
    failed: row.has_failed,
    reminder_target_message_id: row.message_id,
  };
}

export const remindersState: ReadState<'reminders'> = async ({ reader, user }) => ({
  reminders: (await remindersOf(reader, user)).map(presentReminder),
});
