import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';

export type MessageRow = Selectable<Schema['message']>;

export const messageColumns = [
  'realm_id',
  'id',
  'sender_id',
  'home_id',
  'ordinal',
  'conversation_id',
  'channel_id',
  'arrived_at',
  'message_flags',
  'sent_at',
  'edited_at',
  'moved_at',
  'client',
  'topic',
  'topic_key',
  'content',
  'rendered',
] as const satisfies readonly (keyof MessageRow)[];
