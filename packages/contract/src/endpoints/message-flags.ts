import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, text } from '../parameter.ts';
import { boolean, integer, listUpTo, nonNegativeInteger, string, word } from '../primitives.ts';
import { flagOperation, includeAnchor, messageId, narrow } from './message-parameters.ts';

const flag = text(word(['read', 'starred', 'collapsed']), 'The flag: `read`, `starred` or `collapsed`.');

const notSubscribed = {
  ignored_because_not_subscribed_channels: z
    .array(integer)
    .describe('Channels in which nothing can be unread, because the caller is not subscribed.'),
};

export const updateMessageFlags = endpoint({
  id: 'update-message-flags',
  method: 'POST',
  path: '/messages/flags',
  tag: 'messages',
  scope: 'organize',
  summary: 'Update flags of messages',
  synonyms: ['mark as read', 'mark as unread', 'star a message', 'unstar'],
  doc: 'Sets or clears a flag of the caller on messages: on all of them, or on none if one is out of reach.',
  parameters: {
    flag,
    messages: json(listUpTo(integer, limits.messagesInRequest), 'The messages.'),
    ...flagOperation,
  },
  result: { messages: z.array(integer).describe('The messages of the request.'), ...notSubscribed },
});

export const updateMessageFlagsForNarrow = endpoint({
  id: 'update-message-flags-for-narrow',
  method: 'POST',
  path: '/messages/flags/narrow',
  tag: 'messages',
  scope: 'organize',
  since: 155,
  summary: 'Update flags of a range of messages',
  synonyms: ['mark all as read', 'mark a channel as read', 'mark a topic as read', 'star', 'unstar'],
  doc: 'Sets or clears a flag of the caller on messages around an anchor that match a search.',
  parameters: {
    anchor: text(string, 'Id of a message, or `newest`, `oldest` or `first_unread`.'),
    flag,
    ...includeAnchor,
    narrow: json(narrow.nullable(), 'The search.'),
    num_after: json(nonNegativeInteger, 'How many messages after the anchor.'),
    num_before: json(nonNegativeInteger, 'How many messages before the anchor.'),
    ...flagOperation,
  },
  result: {
    processed_count: integer.describe('Messages in the range.'),
    updated_count: integer.describe('Messages whose flag changed.'),
    first_processed_id: integer.nullable(),
    last_processed_id: integer.nullable(),
    found_oldest: boolean,
    found_newest: boolean,
    ignored_because_not_subscribed_channels: notSubscribed.ignored_because_not_subscribed_channels
      .optional()
      .describe(
        'Only with the flag `read` and the op `remove`: channels that were skipped, because the user is not subscribed.',
      ),
  },
  errors: ['BAD_NARROW'],
});

export const markAllAsRead = endpoint({
  id: 'mark-all-as-read',
  method: 'POST',
  path: '/mark_all_as_read',
  tag: 'messages',
  scope: 'organize',
  deprecated: true,
  summary: 'Mark everything as read',
  doc: 'Marks all messages of the caller as read, the newest first. When the time runs out, the answer says so and the call can be repeated.',
  result: { complete: boolean },
});

export const markStreamAsRead = endpoint({
  id: 'mark-stream-as-read',
  method: 'POST',
  path: '/mark_stream_as_read',
  tag: 'messages',
  scope: 'organize',
  deprecated: true,
  summary: 'Mark a channel as read',
  doc: 'Marks all messages of a channel as read for the caller.',
  parameters: { stream_id: json(integer, 'The channel.') },
});

export const markTopicAsRead = endpoint({
  id: 'mark-topic-as-read',
  method: 'POST',
  path: '/mark_topic_as_read',
  tag: 'messages',
  scope: 'organize',
  deprecated: true,
  summary: 'Mark a topic as read',
  doc: 'Marks all messages of a topic as read for the caller.',
  parameters: {
    topic_name: text(string, 'The topic. The empty text means the whole channel.'),
    stream_id: json(integer, 'The channel.'),
  },
});

export const getReadReceipts = endpoint({
  id: 'get-read-receipts',
  method: 'GET',
  path: '/messages/{message_id}/read_receipts',
  tag: 'messages',
  since: 137,
  summary: 'See who has read a message',
  doc: 'Everybody who has read the message and lets others know, except its sender and users muted either way.',
  parameters: messageId,
  result: { user_ids: z.array(integer) },
});
