import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { scheduledMessage } from '../objects/personal.ts';
import { json, optional, path, text } from '../parameter.ts';
import { boolean, integer, listUpTo, string, unixSeconds } from '../primitives.ts';

const scheduledMessageId = { scheduled_message_id: path(integer, 'The scheduled message.') };
const content = text(string, 'Markdown. Too much of it is cut, not refused.');
const to = json(
  z.union([integer, listUpTo(integer, limits.recipients)]),
  'The id of a channel, or a list of the ids of users.',
);
const type = text(
  z.enum(['direct', 'channel', 'stream', 'private']),
  'Whether it goes to users or to a channel. `private` and `stream` are older words.',
);
const deliveryTime = json(unixSeconds, 'When to send it; later than now.');
const topic = optional(text(string, 'Topic, for channels.', { aliases: ['subject'] }));

export const getScheduledMessages = endpoint({
  id: 'get-scheduled-messages',
  method: 'GET',
  path: '/scheduled_messages',
  tag: 'scheduled-messages',
  since: 173,
  summary: 'List your scheduled messages',
  doc: 'Messages of the caller that are to be sent later, and those that could not be sent, in the order of their times.',
  result: { scheduled_messages: z.array(scheduledMessage) },
});

export const createScheduledMessage = endpoint({
  id: 'create-scheduled-message',
  method: 'POST',
  path: '/scheduled_messages',
  tag: 'scheduled-messages',
  since: 179,
  summary: 'Schedule a message',
  doc: 'Keeps a message and sends it at its time. Whether the caller may send it is asked now and again then.',
  parameters: {
    content,
    read_by_sender: optional(
      json(boolean, 'Whether the message starts as read for the sender.', { since: 236 }),
    ),
    to,
    type,
    scheduled_delivery_timestamp: deliveryTime,
    topic,
  },
  result: { scheduled_message_id: integer },
  errors: [
    'STREAM_DOES_NOT_EXIST',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
});

export const updateScheduledMessage = endpoint({
  id: 'update-scheduled-message',
  method: 'PATCH',
  path: '/scheduled_messages/{scheduled_message_id}',
  tag: 'scheduled-messages',
  since: 184,
  summary: 'Edit a scheduled message',
  doc: 'Changes what was given. One that could not be sent needs a new time, and is then tried again.',
  missingIs404: true,
  parameters: {
    ...scheduledMessageId,
    content: optional(content),
    to: optional(to),
    type: optional(type),
    scheduled_delivery_timestamp: optional(deliveryTime),
    topic,
  },
  errors: [
    'STREAM_DOES_NOT_EXIST',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
});

export const deleteScheduledMessage = endpoint({
  id: 'delete-scheduled-message',
  method: 'DELETE',
  path: '/scheduled_messages/{scheduled_message_id}',
  tag: 'scheduled-messages',
  since: 173,
  summary: 'Delete a scheduled message',
  doc: 'The message is not sent.',
  missingIs404: true,
  parameters: scheduledMessageId,
});
