import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { importNote, importSample, importSources, realmImport } from '../objects/realm-import.ts';
import { json, path, text } from '../parameter.ts';
import { integer, positiveInteger, textUpTo } from '../primitives.ts';

const tag = 'organization';
const byOwners = ['UNAUTHORIZED_PRINCIPAL', 'RECENT_LOGIN_REQUIRED'] as const;
const id = path(integer, 'The import.');

export const createRealmImport = endpoint({
  id: 'create-realm-import',
  method: 'POST',
  path: '/import/realm',
  tag,
  scope: null,
  summary: 'Begin an import from another chat',
  synonyms: ['migration', 'move from Slack', 'upload an archive'],
  doc: 'Announces the archive of another chat, whose parts follow. When all have arrived, the archive is checked; nothing changes before `POST /import/realm/{import_id}/start`. One at a time; archives that nobody starts are deleted after a week. For owners.',
  parameters: {
    source: text(z.enum(importSources), 'The other chat.'),
    file_name: text(textUpTo(200), 'Name of the archive.'),
    size: json(positiveInteger, 'Bytes of the archive.'),
  },
  result: {
    id: integer.describe('The import.'),
    part_size: integer.describe('Bytes of a part, the last one aside.'),
  },
  errors: [...byOwners, 'REALM_UPLOAD_QUOTA'],
});

export const uploadRealmImportPart = endpoint({
  id: 'upload-realm-import-part',
  method: 'POST',
  path: '/import/realm/{import_id}/parts/{offset}',
  tag,
  scope: null,
  summary: 'Upload a part of an archive',
  doc: 'Keeps the first file of a multipart body as the next part of the archive. After a broken connection, go on at the `received` of the import. The last part begins the check. For owners.',
  takesFile: 'large',
  missingIs404: true,
  parameters: { import_id: id, offset: path(integer, 'Bytes of the archive before this part.') },
  result: { received: integer.describe('Bytes that arrived: the offset of the next part.') },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const getRealmImports = endpoint({
  id: 'get-realm-imports',
  method: 'GET',
  path: '/import/realm',
  tag,
  scope: null,
  summary: 'List imports',
  doc: 'The newest 50 imports from other chats, newest first, with their reports; also those of the operator. For owners.',
  result: { imports: z.array(realmImport) },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const getRealmImport = endpoint({
  id: 'get-realm-import',
  method: 'GET',
  path: '/import/realm/{import_id}',
  tag,
  scope: null,
  summary: 'Get an import',
  doc: 'An import with what needs a look, and some messages of public channels, chosen by chance, as they were in the archive; the narrow `channels:public` of `GET /messages` finds them as they are. For owners.',
  missingIs404: true,
  parameters: { import_id: id },
  result: {
    import: realmImport,
    notes: z.array(importNote).describe('The first 1,000 things that need a look.'),
    samples: z.array(importSample).describe('At most 20 messages that are still there.'),
  },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const startRealmImport = endpoint({
  id: 'start-realm-import',
  method: 'POST',
  path: '/import/realm/{import_id}/start',
  tag,
  scope: null,
  summary: 'Start an import',
  doc: 'Imports a checked archive, or tries a failed import again, while people use the organization. What it brings appears at once, when all of it is there. For owners.',
  missingIs404: true,
  parameters: { import_id: id },
  errors: [...byOwners],
});

export const deleteRealmImport = endpoint({
  id: 'delete-realm-import',
  method: 'DELETE',
  path: '/import/realm/{import_id}',
  tag,
  scope: null,
  summary: 'Take an import back',
  doc: 'Before its start, deletes the archive. Within 30 days after its end, removes what it brought: messages with their files, channels without other messages, groups, emoji, and accounts that nobody took over. What people added since stays, and so does what is on hold. The report stays. For owners.',
  missingIs404: true,
  parameters: { import_id: id },
  errors: [...byOwners],
});
