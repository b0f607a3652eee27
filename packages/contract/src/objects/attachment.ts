import * as z from 'zod';
import { integer, string, unixSeconds } from '../primitives.ts';

export const attachment = z
  .strictObject({
    id: integer,
    name: string,
    path_id: string.describe('The end of its address.'),
    size: integer.describe('Bytes.'),
    create_time: unixSeconds,
    message_ids: z.array(integer).describe('Messages that refer to it.'),
  })
  .meta({ id: 'Attachment', description: 'A file that a user uploaded.' });
export type Attachment = z.infer<typeof attachment>;
