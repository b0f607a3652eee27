import type { ScheduledMessage } from '@parley/contract/objects/personal.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type ScheduledRow = Selectable<Schema['scheduled_message']>;

export const presentScheduled = (row: ScheduledRow): ScheduledMessage => ({
  scheduled_message_id: row.id,
  ...(row.channel_id === null
    ? { type: 'private', to: row.people }
    : { type: 'stream', to: row.channel_id, topic: row.topic }),
  content: row.content,
  rendered_content: row.rendered,
  scheduled_delivery_timestamp: Math.floor(row.due_at.getTime() / 1000),
  failed: row.has_failed,
});
