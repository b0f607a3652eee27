import * as z from 'zod';
import { limits } from '../limits.ts';
import { integer, listUpTo, number, string } from '../primitives.ts';

export const draftType = z.enum(['', 'stream', 'private']);

export const draft = z
  .strictObject({
    id: integer.describe('Unique id of the draft.'),
    type: draftType.describe('Empty while unaddressed; `private` for one-to-one and group direct messages.'),
    to: z.array(integer).describe('One channel id, the ids of the other users, or nothing.'),
    topic: string.describe('Topic of a channel draft, otherwise empty.'),
    content: string,
    timestamp: integer.describe('When the draft was last edited, in UNIX seconds.'),
  })
  .meta({ id: 'Draft', description: 'A draft as the server shows it.' });
export type Draft = z.infer<typeof draft>;

export const draftInput = z
  .strictObject({
    type: draftType,
    to: listUpTo(integer, limits.recipients),
    topic: string,
    content: string,
    timestamp: number.nullish(),
  })
  .meta({
    id: 'DraftInput',
    description: 'A draft as a client sends it: closed, so that a stray `id` is noticed.',
  });
export type DraftInput = z.infer<typeof draftInput>;
