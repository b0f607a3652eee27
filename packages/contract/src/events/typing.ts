import * as z from 'zod';
import { event } from '../event.ts';
import { integer, string } from '../primitives.ts';

const user = z.strictObject({ user_id: integer, email: string });
const typing = {
  message_type: z.enum(['direct', 'stream']),
  sender: user,
  recipients: z.array(user).optional().describe('Everybody in the direct conversation, the sender too.'),
  stream_id: integer.optional(),
  topic: string.optional(),
};
export const typingStart = event('typing', 'start', typing, 'A user began to write.');
export const typingStop = event('typing', 'stop', typing, 'A user stopped writing.');

const typingEdit = {
  sender_id: integer,
  message_id: integer,
  recipient: z.union([
    z.strictObject({ type: z.literal('channel'), channel_id: integer, topic: string }),
    z.strictObject({ type: z.literal('direct'), user_ids: z.array(integer) }),
  ]),
};
export const typingEditStart = event(
  'typing_edit_message',
  'start',
  typingEdit,
  'A user began to edit a message.',
  351,
);
export const typingEditStop = event(
  'typing_edit_message',
  'stop',
  typingEdit,
  'A user stopped editing a message.',
  351,
);
