import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, optional, withDefault } from '../parameter.ts';
import { boolean, integer, listUpTo, positiveInteger, string, textUpTo, unixSeconds } from '../primitives.ts';
import { emptyTopicName } from './message-parameters.ts';

/** Conversations in one response, and in the list of one request. */
export const MAX_CONVERSATIONS = 200;
/** Conversations in a response whose request names no limit. */
const DEFAULT_CONVERSATIONS = 50;
/** Code points of a preview. */
export const MAX_PREVIEW_LENGTH = 200;

const namedTopic = z.strictObject({ stream_id: integer, topic: textUpTo(limits.topicLength) });
const namedUsers = z.strictObject({
  user_ids: listUpTo(integer, limits.recipients).describe('The others; empty for notes to oneself.'),
});

/** A conversation as a request names it. */
export const conversationName = z.union([namedTopic, namedUsers]).meta({
  id: 'ConversationName',
  description: 'A topic of a channel, or the users of a direct conversation.',
});
export type ConversationName = z.infer<typeof conversationName>;

const newestMessage = {
  max_id: integer.describe('The newest message that the caller may read.'),
  sender_id: integer.describe('The sender of the newest message.'),
  timestamp: unixSeconds,
  preview: string.describe('The first line of the newest message as plain text, shortened.'),
  sender_ids: z.array(integer).describe('Up to three senders of the newest messages, newest first.'),
};

export const conversationSummary = z
  .union([
    z.strictObject({ type: z.literal('stream'), stream_id: integer, topic: string, ...newestMessage }),
    z.strictObject({
      type: z.literal('private'),
      user_ids: z.array(integer).describe('The others, ascending; empty for notes to oneself.'),
      ...newestMessage,
    }),
  ])
  .meta({ id: 'ConversationSummary', description: 'A conversation with its newest message.' });
export type ConversationSummary = z.infer<typeof conversationSummary>;

export const getConversations = endpoint({
  id: 'get-conversations',
  method: 'GET',
  path: '/conversations',
  tag: 'messages',
  summary: 'List recent conversations',
  synonyms: ['inbox', 'recent topics', 'recent view', 'last message'],
  doc: 'Topics of the channels to which the caller is subscribed and direct conversations, the one with the newest message first; or the given conversations, as far as the caller may read them. Messages that the caller may not read do not count. A list that is too long for an address can be sent as a form by POST with `method=GET`. An addition to the API.',
  parameters: {
    ...emptyTopicName,
    before: optional(
      json(positiveInteger, 'Only conversations whose newest message is older than this one.'),
    ),
    conversations: optional(
      json(
        listUpTo(conversationName, MAX_CONVERSATIONS),
        'These conversations only. Those without readable messages are left out. Excludes `before`.',
      ),
    ),
    limit: withDefault(
      json(z.int().min(1).max(MAX_CONVERSATIONS), 'The maximum number of conversations.'),
      DEFAULT_CONVERSATIONS,
    ),
  },
  result: {
    conversations: z.array(conversationSummary),
    found_oldest: boolean.describe('Whether there are no further conversations.'),
  },
});
