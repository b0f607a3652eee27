import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { integer, string, unixSeconds } from '../primitives.ts';

export const personalExport = z
  .strictObject({
    id: integer,
    state: z.enum(['pending', 'ready', 'failed']),
    requested: unixSeconds,
    expires: unixSeconds.nullable().describe('When it is deleted; null while it is pending.'),
    size: integer.nullable().describe('Bytes of the archive; null unless it is ready.'),
    url: string
      .nullable()
      .describe('Address of the archive, for ten minutes and without credentials; null unless it is ready.'),
  })
  .meta({ id: 'PersonalExport', description: 'An archive of everything that is stored about its user.' });
export type PersonalExport = z.infer<typeof personalExport>;

export const getPersonalExports = endpoint({
  id: 'get-personal-exports',
  method: 'GET',
  path: '/users/me/exports',
  tag: 'users',
  scope: null,
  summary: 'List exports of your data',
  synonyms: ['GDPR', 'data portability'],
  doc: 'The exports that the caller asked for, newest first, with new addresses. An archive is kept for a week.',
  result: { exports: z.array(personalExport) },
});

export const createPersonalExport = endpoint({
  id: 'create-personal-export',
  method: 'POST',
  path: '/users/me/exports',
  tag: 'users',
  scope: null,
  summary: 'Export your data',
  synonyms: ['GDPR', 'data portability'],
  doc: 'Asks for an archive of everything that is stored about the caller: a page to read, the same as JSON, and the files. One at a time, and three within a day.',
  result: { id: integer },
});
