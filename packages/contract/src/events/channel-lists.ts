import * as z from 'zod';
import { event } from '../event.ts';
import { channelFolder } from '../objects/channel.ts';
import { boolean, integer, string } from '../primitives.ts';

export const defaultStreamsChange = event(
  'default_streams',
  null,
  { default_streams: z.array(integer) },
  'Other channels are the ones that new users are subscribed to: all of them.',
);

export const channelFolderAdd = event(
  'channel_folder',
  'add',
  { channel_folder: channelFolder },
  'A folder was created.',
);
export const channelFolderUpdate = event(
  'channel_folder',
  'update',
  {
    channel_folder_id: integer,
    data: z.strictObject({
      name: string.optional(),
      description: string.optional(),
      rendered_description: string.optional(),
      is_archived: boolean.optional(),
    }),
  },
  'A folder changed; `data` holds what did.',
);
export const channelFolderReorder = event(
  'channel_folder',
  'reorder',
  { order: z.array(integer) },
  'The folders have another order.',
);
