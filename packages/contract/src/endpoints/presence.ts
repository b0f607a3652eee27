import { endpoint } from '../endpoint.ts';
import { presences, presenceStatus } from '../objects/presence.ts';
import { json, optional, text, withDefault } from '../parameter.ts';
import { boolean, integer, number } from '../primitives.ts';

export const updatePresence = endpoint({
  id: 'update-presence',
  method: 'POST',
  path: '/users/me/presence',
  tag: 'presence',
  summary: 'Update your presence',
  doc: 'Reports that the caller is there, and answers with what is known about the others. Bots have no presence.',
  parameters: {
    history_limit_days: optional(json(integer, 'Age of the oldest presence to answer with, 14 when absent.')),
    last_update_id: optional(
      json(integer, 'The last `presence_last_update_id` that the client got, -1 at first.', { since: 263 }),
    ),
    new_user_input: withDefault(
      json(boolean, 'Whether the person did something since the last report.'),
      false,
    ),
    ping_only: withDefault(json(boolean, 'Report only; answer with nothing.'), false),
    slim_presence: withDefault(
      json(boolean, 'Answer in the modern form even without `last_update_id`.', { deprecated: true }),
      false,
    ),
    status: text(presenceStatus, 'Whether the person is using the device.'),
  },
  result: {
    presence_last_update_id: integer.optional(),
    server_timestamp: number.optional(),
    presences: presences.optional(),
  },
});
