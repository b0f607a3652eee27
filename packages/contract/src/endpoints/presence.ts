import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { legacyPresence, presences, presenceStatus, userPresence } from '../objects/presence.ts';
import { json, optional, path, text, withDefault } from '../parameter.ts';
import { boolean, integer, number, string } from '../primitives.ts';

export const updatePresence = endpoint({
  id: 'update-presence',
  method: 'POST',
  path: '/users/me/presence',
  tag: 'presence',
  summary: 'Update your presence',
  doc: 'Reports that the caller is there, and answers with what is known about the others. Bots have no presence. A client that passes `last_update_id` gets only what changed since.',
  parameters: {
    history_limit_days: optional(json(integer, 'Age of the oldest presence to answer with, 14 when absent.')),
    last_update_id: optional(
      json(integer, 'The last `presence_last_update_id` that the client got, -1 at first.', { since: 263 }),
    ),
    new_user_input: withDefault(
      json(boolean, 'Whether the user did something since the last report.'),
      false,
    ),
    ping_only: withDefault(json(boolean, 'Report only; the response has no presence data.'), false),
    slim_presence: withDefault(
      json(boolean, 'Answer in the modern form even without `last_update_id`.', { deprecated: true }),
      false,
    ),
    status: text(presenceStatus, 'Whether the user is using the device.'),
  },
  result: {
    presence_last_update_id: integer.describe(
      'Value for `last_update_id` of the next request; -1 if none was passed and no data is returned.',
    ),
    server_timestamp: number.optional().describe('Absent with `ping_only`.'),
    presences: presences.optional().describe('Absent with `ping_only`.'),
  },
});

export const getUserPresence = endpoint({
  id: 'get-user-presence',
  method: 'GET',
  path: '/users/{user_id_or_email}/presence',
  tag: 'presence',
  summary: 'Get the presence of a user',
  doc: 'When one user was last there, in both forms.',
  parameters: {
    user_id_or_email: path(
      string,
      'Id of the user, the address for the API, or a real address that the caller may see.',
    ),
  },
  result: { presence: userPresence, server_timestamp: number },
});

export const getPresence = endpoint({
  id: 'get-presence',
  method: 'GET',
  path: '/realm/presence',
  tag: 'presence',
  summary: 'Get the presence of everybody',
  doc: 'When everybody was last there, as far as that is at most two weeks ago, by address.',
  result: { server_timestamp: number, presences: z.record(string, legacyPresence) },
});
