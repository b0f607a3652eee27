import { event } from '../event.ts';
import * as z from 'zod';
import { attachment } from '../objects/attachment.ts';
import { integer } from '../primitives.ts';

const upload_space_used = integer.describe('Bytes of all files of the organization.');

export const attachmentAdd = event(
  'attachment',
  'add',
  { attachment, upload_space_used },
  'The reader uploaded a file.',
);
export const attachmentUpdate = event(
  'attachment',
  'update',
  { attachment, upload_space_used },
  'Other messages than before refer to a file of the reader.',
);
export const attachmentRemove = event(
  'attachment',
  'remove',
  { attachment: z.strictObject({ id: integer }), upload_space_used },
  'A file of the reader was deleted.',
);
