import type { channelFolder } from '@parley/contract/objects/channel.ts';
import type { Selectable } from 'kysely';
import type * as z from 'zod';
import type { Schema } from '../db/schema.ts';

export type FolderRow = Selectable<Schema['channel_folder']>;

export const presentFolder = (row: FolderRow): z.infer<typeof channelFolder> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  rendered_description: row.rendered_description,
  order: row.display_order,
  creator_id: row.creator_id,
  date_created: Math.floor(row.created_at.getTime() / 1000),
  is_archived: row.is_archived,
});
