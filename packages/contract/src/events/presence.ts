import * as z from 'zod';
import { event } from '../event.ts';
import { userStatus } from '../objects/emoji.ts';
import { clientPresence, presence } from '../objects/presence.ts';
import { integer, number, string } from '../primitives.ts';

export const presenceChange = event(
  'presence',
  null,
  {
    presences: z.record(string, presence).optional().describe('Modern form, by the id of the user.'),
    user_id: integer.optional(),
    email: string.optional(),
    server_timestamp: number.optional(),
    presence: z.record(string, clientPresence).optional().describe('Older form, by client.'),
  },
  'A user became active, or invisible. Not in the log: a client that was not connected missed it.',
);

export const userStatusChange = event(
  'user_status',
  null,
  { user_id: integer, ...userStatus.shape },
  'A user changed their status. Unchanged parts are absent; empty ones were removed.',
);
