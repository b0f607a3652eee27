import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { attachment } from '../objects/attachment.ts';
import { messageSnapshot, messageWithFlags, propagateMode, zform } from '../objects/message.ts';
import { json, loose, optional, text, withDefault } from '../parameter.ts';
import { boolean, integer, listUpTo, nonNegativeInteger, string, textUpTo } from '../primitives.ts';
import { channelId } from './channels.ts';
import { applyMarkdown, emptyTopicName, messageId } from './message-parameters.ts';

const recipientLists = [listUpTo(string, limits.recipients), listUpTo(integer, limits.recipients)] as const;

export const sendMessage = endpoint({
  id: 'send-message',
  method: 'POST',
  path: '/messages',
  tag: 'messages',
  summary: 'Send a message',
  synonyms: ['post', 'reply', 'write', 'direct message', 'dm', 'private message'],
  doc: 'Sends a message to a channel or to users. Too long a content or topic is cut, not refused.',
  onceByKey: true,
  parameters: {
    local_id: optional(text(string, 'Comes back with the event of the message, for local echo.')),
    content: text(string, 'Markdown.'),
    queue_id: optional(text(string, 'The queue whose event shall carry `local_id`.')),
    read_by_sender: optional(
      json(boolean, 'Whether the message starts as read for the sender.', { since: 236 }),
    ),
    to: optional(
      loose(
        z.union([string, integer, ...recipientLists]),
        'Name or id of a channel; or ids of users, or addresses that the caller may see. Only a bot may leave it out, for its default channel.',
      ),
    ),
    type: text(
      z.enum(['direct', 'channel', 'stream', 'private']),
      'Whether it goes to users or to a channel. `private` and `stream` are older words.',
    ),
    topic: optional(text(string, 'Topic, for channels.', { aliases: ['subject'] })),
    stream: optional(
      json(
        boolean,
        'Whether the text comes in pieces, by `append-to-message`. Only bots and grants stream; the content may be empty.',
      ),
    ),
    widget_content: optional(
      json(zform, `Buttons to show with the message; at most ${limits.widgetLength} characters as JSON.`),
    ),
  },
  forms: [
    { type: z.enum(['channel', 'stream']), to: z.union([string, integer]).optional(), topic: string },
    { type: z.enum(['direct', 'private']), to: z.union(recipientLists) },
  ],
  result: {
    id: integer,
    automatic_new_visibility_policy: z
      .literal([2, 3])
      .optional()
      .describe('Only when sending made the topic unmuted (2) or followed (3).'),
    message_url: string.describe('URL of the message in the web app. Since level 508.'),
    message_link: string.describe(
      'Markdown link to the message; the plain URL for direct messages and for channels whose name the sender may not see. Since level 508.',
    ),
  },
  errors: [
    'STREAM_DOES_NOT_EXIST',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
});

export const getMessage = endpoint({
  id: 'get-message',
  method: 'GET',
  path: '/messages/{message_id}',
  tag: 'messages',
  summary: 'Get a message',
  doc: 'One message that the caller can read.',
  parameters: { ...messageId, ...emptyTopicName, ...applyMarkdown },
  result: {
    message: messageWithFlags,
    raw_content: string.describe('Markdown, whatever `apply_markdown` says.').meta({ deprecated: true }),
  },
});

export const updateMessage = endpoint({
  id: 'update-message',
  method: 'PATCH',
  path: '/messages/{message_id}',
  tag: 'messages',
  summary: 'Edit or move messages',
  synonyms: ['edit a message', 'move messages', 'rename a topic', 'resolve a topic'],
  doc: 'Changes the content of a message, or the topic or channel of a message and of others of its topic.',
  parameters: {
    ...messageId,
    content: optional(text(string, 'The new content, in Markdown.')),
    prev_content_sha256: optional(
      text(
        string,
        'SHA-256 in hex of the content that the caller knows. If it is another now, nothing changes.',
        {
          since: 379,
        },
      ),
    ),
    propagate_mode: withDefault(text(propagateMode, 'Which messages of the topic move.'), 'change_one'),
    send_notification_to_new_thread: withDefault(
      json(boolean, 'Leave a notice where the messages went.'),
      true,
    ),
    send_notification_to_old_thread: withDefault(
      json(boolean, 'Leave a notice where the messages were.'),
      false,
    ),
    stream_id: optional(json(nonNegativeInteger, 'The channel to move to.')),
    topic: optional(text(string, 'The topic to move to.', { aliases: ['subject'] })),
  },
  result: {
    detached_uploads: z.array(attachment).describe('Files to which no message refers any more.'),
  },
  errors: [
    'EXPECTATION_MISMATCH',
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
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

export const removeMessagePreviews = endpoint({
  id: 'remove-message-previews',
  method: 'DELETE',
  path: '/messages/{message_id}/previews',
  tag: 'messages',
  summary: 'Remove the cards of linked pages',
  synonyms: ['hide an embed', 'suppress link previews'],
  doc: 'Lets a message show no cards of the pages that it links to, for all readers and after later edits, too. Its author may do so at any time; it is no edit.',
  parameters: messageId,
});

export const deleteTopic = endpoint({
  id: 'delete-topic',
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  tag: 'channels',
  summary: 'Delete a topic',
  doc: 'Deletes all messages of a topic that the caller can read, the newest first. When the time runs out, the answer says so and the call can be repeated.',
  parameters: { ...channelId, topic_name: text(string, 'The topic.') },
  result: { complete: boolean },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const getMessageHistory = endpoint({
  id: 'get-message-history',
  method: 'GET',
  path: '/messages/{message_id}/history',
  tag: 'messages',
  summary: "Get a message's edit history",
  doc: 'The message as it was after each edit, the oldest first: the original, and the newest edits, at most 100 with 512 KiB of earlier text.',
  parameters: { ...messageId, ...emptyTopicName },
  result: { message_history: z.array(messageSnapshot) },
});

export const renderMessage = endpoint({
  id: 'render-message',
  method: 'POST',
  path: '/messages/render',
  tag: 'messages',
  summary: 'Render a message',
  doc: 'Turns Markdown into the HTML that a message of the caller would have.',
  parameters: { content: text(textUpTo(limits.messageLength), 'Markdown.') },
  result: { rendered: string.describe('HTML.') },
});

export const reportMessage = endpoint({
  id: 'report-message',
  method: 'POST',
  path: '/messages/{message_id}/report',
  tag: 'messages',
  since: 382,
  summary: 'Report a message',
  doc: 'Shows a message to the moderators, in the channel that the organization has for reports (`realm_moderation_request_channel_id`). Without such a channel nothing can be reported.',
  parameters: {
    ...messageId,
    report_type: text(string, 'Why: a `key` of `server_report_message_types`.'),
    description: withDefault(
      text(
        textUpTo(limits.reportDescriptionLength),
        'A note for the moderators. Not blank where the reason is `other`.',
      ),
      '',
    ),
  },
});

export const sendSubmessage = endpoint({
  id: 'send-submessage',
  method: 'POST',
  path: '/submessage',
  tag: 'messages',
  scope: 'react',
  summary: 'Act inside a message',
  doc: 'Adds something to a poll or a list of tasks, such as a vote.',
  parameters: {
    content: text(string, 'The change of the widget, as JSON text.'),
    message_id: json(integer, 'The message.'),
    msg_type: text(z.literal('widget'), 'The only kind there is.'),
  },
});
