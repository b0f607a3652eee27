import * as z from 'zod';
import { event } from '../event.ts';
import { message, messageFlag, messageType, propagateMode, reaction, topicLink } from '../objects/message.ts';
import { boolean, integer, string, unixSeconds } from '../primitives.ts';

export const messageNew = event(
  'message',
  null,
  {
    message: message.refine(({ flags }) => flags === undefined, { error: 'has flags inside' }),
    flags: z.array(messageFlag).describe('Flags of the reader.'),
    local_message_id: string.optional().describe('Only on the queue named when sending.'),
  },
  'A message was sent.',
);

export const messageUpdate = event(
  'update_message',
  null,
  {
    user_id: integer.nullable().describe('The user who edited; null when only the rendering changed.'),
    rendering_only: boolean,
    message_id: integer,
    message_ids: z.array(integer).describe('All that changed, ascending.'),
    flags: z.array(messageFlag),
    edit_timestamp: unixSeconds,
    stream_id: integer.optional(),
    stream_name: string.optional(),
    new_stream_id: integer.optional(),
    propagate_mode: propagateMode.optional(),
    orig_subject: string.optional(),
    subject: string.optional(),
    topic_links: z.array(topicLink).optional(),
    orig_content: string.optional(),
    orig_rendered_content: string.optional(),
    content: string.optional(),
    rendered_content: string.optional(),
    is_me_message: boolean.optional(),
    streaming: boolean
      .optional()
      .describe('Only for streamed messages: whether more text comes (true), or this was the last (false).'),
  },
  'Messages were edited, moved or rendered again.',
);

export const messagePiece = event(
  'message_piece',
  null,
  {
    message_id: integer,
    from: integer.describe('Place of the piece in the text, in code points. What stood there is replaced.'),
    content: string.describe('Markdown.'),
  },
  'The text of a streamed message grew. Only for clients with the capability `streamed_messages`; pieces may get lost, and an `update_message` with the text follows within seconds.',
);

export const messageDelete = event(
  'delete_message',
  null,
  {
    message_ids: z.array(integer).optional(),
    message_id: integer.optional().describe('Instead of `message_ids`, for clients that want one at a time.'),
    message_type: messageType,
    stream_id: integer.optional(),
    topic: string.optional(),
  },
  'Messages were deleted, or the reader can no longer see them.',
);

const reactionFields = {
  message_id: integer,
  ...reaction.shape,
  user: z
    .strictObject({ user_id: integer, email: string, full_name: string })
    .describe('The user of `user_id` in an older form, for clients that still read it.'),
};
export const reactionAdd = event('reaction', 'add', reactionFields, 'A user reacted to a message.');
export const reactionRemove = event('reaction', 'remove', reactionFields, 'A user removed a reaction.');

export const submessageNew = event(
  'submessage',
  null,
  { message_id: integer, submessage_id: integer, sender_id: integer, msg_type: string, content: string },
  'Something happened inside a message, such as a vote in a poll.',
);

const flagFields = {
  flag: messageFlag,
  messages: z.array(integer),
  all: boolean.describe('Whether it concerns all messages of the reader.'),
};
export const messageFlagsAdd = event(
  'update_message_flags',
  'add',
  { operation: z.literal('add'), ...flagFields },
  'A flag was set on messages.',
);

const messageDetails = z
  .strictObject({
    type: messageType,
    mentioned: z.literal(true).optional(),
    user_ids: z.array(integer).optional(),
    stream_id: integer.optional(),
    topic: string.optional(),
    unmuted_stream_msg: boolean.optional(),
  })
  .meta({ id: 'MessageDetails', description: 'Where a message belongs that is unread again.' });

export const messageFlagsRemove = event(
  'update_message_flags',
  'remove',
  {
    operation: z.literal('remove'),
    ...flagFields,
    message_details: z
      .record(string, messageDetails)
      .optional()
      .describe('Only for `read`; keyed by the id of the message.'),
  },
  'A flag was cleared on messages.',
);
