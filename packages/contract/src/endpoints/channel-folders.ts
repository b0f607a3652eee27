import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { channelFolder } from '../objects/channel.ts';
import { json, optional, path, text, withDefault } from '../parameter.ts';
import { boolean, integer, listUpTo, textUpTo } from '../primitives.ts';

const name = text(textUpTo(limits.channelFolderNameLength), 'Its name.');
const description = text(
  textUpTo(limits.channelFolderDescriptionLength),
  'Description of the folder, as Markdown.',
);

export const createChannelFolder = endpoint({
  id: 'create-channel-folder',
  method: 'POST',
  path: '/channel_folders/create',
  tag: 'channels',
  since: 389,
  summary: 'Create a channel folder',
  doc: 'Creates a folder, at the end of the order.',
  parameters: { name, description: withDefault(description, '') },
  result: { channel_folder_id: integer },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const getChannelFolders = endpoint({
  id: 'get-channel-folders',
  method: 'GET',
  path: '/channel_folders',
  tag: 'channels',
  since: 389,
  summary: 'List channel folders',
  doc: 'The folders in their order.',
  parameters: { include_archived: withDefault(json(boolean, 'Archived folders too.'), false) },
  result: { channel_folders: z.array(channelFolder) },
});

export const updateChannelFolder = endpoint({
  id: 'update-channel-folder',
  method: 'PATCH',
  path: '/channel_folders/{channel_folder_id}',
  tag: 'channels',
  since: 389,
  summary: 'Update a channel folder',
  doc: 'Changes, archives or brings back a folder.',
  parameters: {
    channel_folder_id: path(integer, 'The folder.'),
    name: optional(name),
    description: optional(description),
    is_archived: optional(json(boolean, 'A folder that holds a channel cannot be archived.')),
  },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const patchChannelFolders = endpoint({
  id: 'patch-channel-folders',
  method: 'PATCH',
  path: '/channel_folders',
  tag: 'channels',
  since: 414,
  summary: 'Reorder channel folders',
  doc: 'Puts the folders into another order.',
  parameters: {
    order: json(listUpTo(integer, limits.channelFoldersPerRealm), 'All folders, archived ones too.'),
  },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});
