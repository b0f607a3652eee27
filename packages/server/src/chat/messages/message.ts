import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';

/** A message row without its full-text search vector. */
export type MessageRow = Omit<Selectable<Schema['message']>, 'search'>;

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
