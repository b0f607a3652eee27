import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { attachment } from '../objects/attachment.ts';
import { path } from '../parameter.ts';
import { integer, string } from '../primitives.ts';

const filePath = {
  realm_id_str: path(integer, 'The organization to which the file belongs.'),
  filename: path(string, 'The rest of the address of the file, with its slashes.'),
};

export const uploadFile = endpoint({
  id: 'upload-file',
  method: 'POST',
  path: '/user_uploads',
  tag: 'messages',
  summary: 'Upload a file',
  synonyms: ['attachment', 'attach', 'image'],
  doc: 'Keeps the first file of a multipart body, whatever the field is called. Write the address into a message to share it. What no message refers to is deleted after a month.',
  takesFile: 'large',
  errors: ['REALM_UPLOAD_QUOTA'],
  result: {
    url: string.describe('Address of the file within the organization.'),
    uri: string.describe('The same as `url`, under its older name.').meta({ deprecated: true }),
    filename: string.describe('Name of the file, to be shown to users.'),
  },
});

export const getFileTemporaryUrl = endpoint({
  id: 'get-file-temporary-url',
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename*}',
  tag: 'messages',
  since: 1,
  summary: 'Get a temporary address of a file',
  doc: 'Answers with an address that works without credentials for one minute. Files that the caller may not see look like those that do not exist.',
  missingIs404: true,
  parameters: filePath,
  result: { url: string.describe('Address within the organization, valid for 60 seconds.') },
});

export const checkThumbnailStatus = endpoint({
  id: 'check-thumbnail-status',
  method: 'GET',
  path: '/thumbnail/status/{realm_id_str}/{filename*}',
  tag: 'messages',
  summary: 'Check whether there is a thumbnail',
  doc: 'Tells whether small copies of an uploaded picture can be fetched.',
  missingIs404: true,
  parameters: filePath,
  result: { has_thumbnail: z.boolean().describe('Whether there are small copies of the file.') },
});

export const getAttachments = endpoint({
  id: 'get-attachments',
  method: 'GET',
  path: '/attachments',
  tag: 'users',
  scope: 'read_messages',
  summary: 'List your files',
  doc: 'The files that the caller has uploaded, the oldest first.',
  result: {
    attachments: z.array(attachment),
    upload_space_used: integer.describe('Bytes of all files of the organization.'),
  },
});

export const removeAttachment = endpoint({
  id: 'remove-attachment',
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  tag: 'users',
  scope: 'write_messages',
  summary: 'Delete a file',
  doc: 'Deletes a file of the caller for good. Messages that refer to it stay as they are.',
  parameters: { attachment_id: path(integer, 'The file to delete.') },
});
