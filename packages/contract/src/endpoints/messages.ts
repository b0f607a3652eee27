import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { messageSnapshot, narrowTerm } from '../objects/message.ts';
import { json, loose, optional, path, text, withDefault } from '../parameter.ts';
import { boolean, integer, nonNegativeInteger, string } from '../primitives.ts';

const messageId = { message_id: path(integer, 'The message.') };
const emptyTopic = withDefault(
  json(boolean, 'Answer with the empty topic as it is instead of its display name.', { since: 334 }),
  false,
);

export const sendMessage = endpoint({
  id: 'send-message',
  method: 'POST',
  path: '/messages',
  tag: 'messages',
  summary: 'Send a message',
  doc: 'Sends a message to a channel or to people. Too long a content or topic is cut, not refused.',
  parameters: {
    local_id: optional(text(string, 'Comes back with the event of the message, for local echo.')),
    content: text(string, 'Markdown.'),
    queue_id: optional(text(string, 'The queue whose event shall carry `local_id`.')),
    read_by_sender: optional(
      json(boolean, 'Whether the message starts as read for the sender.', { since: 236 }),
    ),
    to: loose(
      z.union([string, integer, z.array(string), z.array(integer)]),
      'Name or id of a channel; or ids or addresses of people.',
    ),
    type: text(
      z.enum(['direct', 'channel', 'stream', 'private']),
      'Whether it goes to people or to a channel. `private` and `stream` are older words.',
    ),
    topic: optional(text(string, 'Topic, for channels.', { aliases: ['subject'] })),
  },
  result: {
    id: integer,
    automatic_new_visibility_policy: z
      .literal([2, 3])
      .optional()
      .describe('Only when sending made the topic unmuted (2) or followed (3).'),
  },
  errors: [
    'STREAM_DOES_NOT_EXIST',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
});

export const deleteMessage = endpoint({
  id: 'delete-message',
  method: 'DELETE',
  path: '/messages/{message_id}',
  tag: 'messages',
  summary: 'Delete a message',
  doc: 'Deletes a message for good. Who may do so is a matter of the permissions of the organization and the channel.',
  parameters: messageId,
});

export const getMessageHistory = endpoint({
  id: 'get-message-history',
  method: 'GET',
  path: '/messages/{message_id}/history',
  tag: 'messages',
  summary: "Get a message's edit history",
  doc: 'The message as it was after each edit, the oldest first.',
  parameters: { ...messageId, allow_empty_topic_name: emptyTopic },
  result: { message_history: z.array(messageSnapshot) },
});

export const removeReaction = endpoint({
  id: 'remove-reaction',
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  tag: 'messages',
  summary: 'Remove a reaction',
  doc: 'Takes back a reaction of the caller. The emoji is named by its code, its name, or both.',
  parameters: {
    ...messageId,
    emoji_code: optional(text(string, 'Code of the emoji.')),
    emoji_name: optional(text(string, 'Name of the emoji.')),
    reaction_type: optional(
      text(
        z.enum(['unicode_emoji', 'realm_emoji', 'extra_emoji', 'zulip_extra_emoji']),
        'Kind of emoji. Found out by the name when it is left out.',
      ),
    ),
  },
  errors: ['REACTION_DOES_NOT_EXIST'],
});

export const updateMessageFlagsForNarrow = endpoint({
  id: 'update-message-flags-for-narrow',
  method: 'POST',
  path: '/messages/flags/narrow',
  tag: 'messages',
  since: 155,
  summary: 'Update flags of a range of messages',
  doc: 'Sets or clears a flag of the caller on messages around an anchor that match a search.',
  parameters: {
    anchor: text(string, 'Id of a message, or `newest`, `oldest` or `first_unread`.'),
    flag: text(string, 'The flag, for example `read` or `starred`.'),
    include_anchor: withDefault(json(boolean, 'Whether the anchor belongs to the range.'), true),
    narrow: json(z.array(narrowTerm).nullable(), 'The search.'),
    num_after: json(nonNegativeInteger, 'How many messages after the anchor.'),
    num_before: json(nonNegativeInteger, 'How many messages before the anchor.'),
    op: text(z.enum(['add', 'remove']), 'Whether to set or to clear.'),
  },
  result: {
    processed_count: integer.describe('Messages in the range.'),
    updated_count: integer.describe('Messages whose flag changed.'),
    first_processed_id: integer.nullable(),
    last_processed_id: integer.nullable(),
    found_oldest: boolean,
    found_newest: boolean,
    ignored_because_not_subscribed_channels: z
      .array(integer)
      .describe('Channels in which nothing can be unread, because the caller is not subscribed.'),
  },
  errors: ['BAD_NARROW'],
});

export const markAllAsRead = endpoint({
  id: 'mark-all-as-read',
  method: 'POST',
  path: '/mark_all_as_read',
  tag: 'messages',
  deprecated: true,
  summary: 'Mark everything as read',
  doc: 'Marks all messages of the caller as read, the newest first. When the time runs out, the answer says so and the call can be repeated.',
  result: { complete: boolean },
});
