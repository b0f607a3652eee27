import * as z from 'zod';
import { integer, string, unixSeconds } from '../primitives.ts';

/** Kinds of other chats, as named in operations and on the command line. */
export const importSources = ['zulip', 'slack', 'mattermost', 'discord', 'rocketchat', 'teams'] as const;
export type ImportSource = (typeof importSources)[number];

export const importStates = [
  'receiving',
  'checking',
  'checked',
  'importing',
  'done',
  'taking_back',
  'taken_back',
  'failed',
] as const;

const counts = z.array(
  z.strictObject({
    what: string.describe('The kind of thing, such as `messages`.'),
    count: integer,
  }),
);

export const realmImport = z
  .strictObject({
    id: integer,
    source: z.enum(importSources).describe('The other chat.'),
    state: z
      .enum(importStates)
      .describe(
        '`receiving` parts of the archive; `checking` what it contains; `checked`, waiting for the start; `importing`; `done`; `taking_back`; `taken_back`; `failed`.',
      ),
    acting_user_id: integer.nullable().describe('The owner who asked for it; null for the operator.'),
    file_name: string.describe('Name of the archive; empty for those of the operator.'),
    size: integer.describe('Bytes of the archive.'),
    received: integer.describe('Bytes that arrived: the offset of the next part.'),
    started: unixSeconds,
    ended: unixSeconds.nullable().describe('When it was done or failed.'),
    progress: integer.describe('Messages of the archive that are written, while `importing`.'),
    total: integer.describe('Messages of the archive; 0 until they are counted.'),
    found: counts.nullable().describe('Contents of the archive that can be taken; null until it is checked.'),
    taken: counts.nullable().describe('Things that the organization got; null until it is done.'),
    not_taken: counts
      .nullable()
      .describe('Things that are left out, with the reason; first as checked, then as imported.'),
    takes_back_until: unixSeconds.nullable().describe('Until when it can be taken back; null if it cannot.'),
    taken_back: unixSeconds.nullable().describe('When it was taken back.'),
    problem: string.nullable().describe('The reason of a failure.'),
  })
  .meta({ id: 'RealmImport', description: 'An import of messages from another chat.' });
export type RealmImport = z.infer<typeof realmImport>;

export const importSample = z
  .strictObject({
    message_id: integer.describe('The message here.'),
    content: string.describe('The beginning of its text as it is in the archive.'),
    sender: string.describe('Name of the sender in the archive.'),
  })
  .meta({
    id: 'ImportSample',
    description: 'A message of a public channel, to compare it with the archive.',
  });
export type ImportSample = z.infer<typeof importSample>;

export const importNote = z
  .strictObject({
    what: string.describe('A reason of `not_taken`, or what happened to it.'),
    name: string.describe('Name of the file or channel.'),
  })
  .meta({ id: 'ImportNote', description: 'A thing of an archive that needs a look.' });
export type ImportNote = z.infer<typeof importNote>;
