import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, optional, path, text } from '../parameter.ts';
import { integer, string, textUpTo, unixSeconds } from '../primitives.ts';

export const hold = z
  .strictObject({
    id: integer,
    user_id: integer.nullable().describe('The user on hold; null for a channel.'),
    stream_id: integer.nullable().describe('The channel on hold; null for a user.'),
    reason: string,
    creator_id: integer.describe('The owner who placed the hold.'),
    created: unixSeconds,
  })
  .meta({ id: 'Hold', description: 'Keeps the messages and files of a user or channel unchanged.' });
export type Hold = z.infer<typeof hold>;

export const getHolds = endpoint({
  id: 'get-holds',
  method: 'GET',
  path: '/holds',
  tag: 'holds',
  summary: 'List holds',
  synonyms: ['legal hold', 'litigation hold'],
  doc: 'The users and channels on hold, oldest hold first. Only for owners.',
  result: { holds: z.array(hold) },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const createHold = endpoint({
  id: 'create-hold',
  method: 'POST',
  path: '/holds',
  tag: 'holds',
  summary: 'Place a hold',
  synonyms: ['legal hold', 'litigation hold'],
  doc: 'Keeps the messages and files of a user, with all direct messages to the user, or those of a channel. Retention passes them over, and requests to edit, move or delete them are refused until all their holds are released. Only for owners.',
  parameters: {
    user_id: optional(json(integer, 'The user. Either this or `stream_id`.')),
    stream_id: optional(json(integer, 'The channel. Either this or `user_id`.')),
    reason: text(textUpTo(limits.holdReasonLength), 'Why it is placed. Only owners read it.'),
  },
  result: { id: integer },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const deleteHold = endpoint({
  id: 'delete-hold',
  method: 'DELETE',
  path: '/holds/{hold_id}',
  tag: 'holds',
  summary: 'Release a hold',
  doc: 'Ends a hold. Messages whose retention ended meanwhile are deleted within an hour, unless another hold keeps them. Only for owners.',
  missingIs404: true,
  parameters: { hold_id: path(integer, 'The hold.') },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});
