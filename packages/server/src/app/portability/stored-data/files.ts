import { WITH_MESSAGE, WITH_ORGANIZATION, type StoredTables } from './stored-table.ts';

/** Uploaded files and the space that they take. */
export const fileTables: StoredTables = {
  attachment: {
    purpose: 'uploaded files',
    kept: 'while a message links them, and 30 days longer',
    people: ['user_id'],
    columns: {
      id: 'id',
      user_id: 'uploader',
      path_id: 'end of the address',
      name: 'name of the file',
      key: { purpose: 'place in the file store', stays: 'each server has its own' },
      size: 'bytes',
      content_type: 'type',
      created_at: 'time of the upload',
      state: 'whether the bytes are stored',
      unused_since: 'time since which no message links it',
      width: 'width of an image',
      height: 'height of an image',
      frames: 'frames of an image',
    },
  },
  attachment_message: {
    purpose: 'messages that link files',
    kept: WITH_MESSAGE,
    columns: { attachment_id: 'file', message_id: 'message' },
  },
  upload_space: {
    purpose: 'bytes of files of the organization, for its limit',
    kept: WITH_ORGANIZATION,
    columns: {
      used: 'bytes of files',
      reserved: { purpose: 'bytes of unfinished uploads', stays: 'they stay too' },
    },
  },
  user_upload_space: {
    purpose: 'bytes of files of a user, for the limit',
    kept: WITH_ORGANIZATION,
    people: ['user_id'],
    stays: 'counted anew',
    columns: { user_id: 'user', used: 'bytes' },
  },
  partial_upload: {
    purpose: 'unfinished uploads',
    kept: 'a day after the last part',
    people: ['user_id'],
    isPersonal: true,
    stays: 'for requests in progress',
    columns: {
      id: 'name of the upload',
      user_id: 'uploader',
      size: 'bytes of the whole file',
      metadata: 'name and type of the file',
      pieces: 'places of its parts in the file store',
      received: 'bytes received',
      touched_at: 'time of the last part',
      is_counted: 'whether it counts for the limits',
    },
  },
};
