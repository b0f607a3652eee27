import type { Attachment } from '@parley/contract/objects/attachment.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type AttachmentRow = Selectable<Schema['attachment']>;

export const presentAttachment = (
  { id, name, path_id, size, created_at }: AttachmentRow,
  messageIds: readonly number[],
): Attachment => ({
  id,
  name,
  path_id,
  size,
  create_time: Math.floor(created_at.getTime() / 1000),
  message_ids: [...messageIds],
});

export const addressOf = ({ path_id }: Pick<AttachmentRow, 'path_id'>): string =>
  `/user_uploads/${path_id.split('/').map(encodeURIComponent).join('/')}`;
