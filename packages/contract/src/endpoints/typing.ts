import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, optional, text, withDefault } from '../parameter.ts';
import { integer, listUpTo, string } from '../primitives.ts';
import { messageId } from './message-parameters.ts';

const typingOperation = text(z.enum(['start', 'stop']), 'Whether the caller began or stopped.');

export const setTypingStatus = endpoint({
  id: 'set-typing-status',
  method: 'POST',
  path: '/typing',
  tag: 'messages',
  summary: 'Say that you are writing',
  doc: 'Tells those who would get the message that the caller began or stopped writing it.',
  parameters: {
    to: optional(json(listUpTo(integer, limits.recipients).nullable(), 'Ids of users, for direct messages.')),
    op: typingOperation,
    type: withDefault(
      text(z.enum(['direct', 'stream', 'channel']), 'Whether it will go to users or to a channel.'),
      'direct',
    ),
    stream_id: optional(json(integer.nullable(), 'The channel, for channel messages.')),
    topic: optional(text(string, 'Topic, for channel messages.', { aliases: ['subject'] })),
  },
});

export const setTypingStatusForMessageEdit = endpoint({
  id: 'set-typing-status-for-message-edit',
  method: 'POST',
  path: '/messages/{message_id}/typing',
  tag: 'messages',
  since: 351,
  summary: 'Say that you are editing a message',
  doc: 'Tells those who see the message that the caller began or stopped editing it.',
  parameters: { ...messageId, op: typingOperation },
});
