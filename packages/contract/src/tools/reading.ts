import * as z from 'zod';
import { getConversations } from '../endpoints/conversations.ts';
import { getMessages } from '../endpoints/message-search.ts';
import { getMessage } from '../endpoints/messages.ts';
import { getStreamId, getStreams } from '../endpoints/streams.ts';
import { getStreamTopics } from '../endpoints/channels.ts';
import { getOwnUser, getUsers } from '../endpoints/users.ts';
import { channel, conversation, limit, messageId, topic } from './arguments.ts';
import { tool } from './tool.ts';

export const whoAmI = tool({
  name: 'who_am_i',
  title: 'Your user',
  doc: 'The user for whom you act, the organization, the time, and what this token may do.',
  effect: 'reads',
  input: {},
  operations: [getOwnUser],
});

const found = z.string().describe('Moment in ISO 8601, UTC unless it says otherwise.').optional();

export const searchMessages = tool({
  name: 'search_messages',
  title: 'Search messages',
  doc: 'Finds messages by words, conversation, sender, time or kind; the newest matches come last. Give at least one argument. Read around a hit with read_conversation.',
  effect: 'reads',
  input: {
    words: z.string().optional().describe('All must occur; "quoted" ones beside each other.'),
    ...conversation,
    sender_id: z.int().optional(),
    after: found,
    before: found,
    is: z.enum(['unread', 'starred', 'mentioned', 'dm', 'followed', 'resolved']).optional(),
    has: z.enum(['link', 'image', 'attachment', 'reaction']).optional(),
    older_than: messageId.optional().describe('For the next page: the oldest id of this one.'),
    limit: limit(20),
  },
  operations: [getMessages],
});

export const readConversation = tool({
  name: 'read_conversation',
  title: 'Read a conversation',
  doc: 'Messages of one conversation, oldest first: around a message, or the newest of a topic or of users.',
  effect: 'reads',
  input: {
    around: messageId.optional().describe('A message of the conversation; then the rest may be left out.'),
    ...conversation,
    before: z.int().min(0).max(100).default(20).describe('How many earlier messages.'),
    after: z.int().min(0).max(100).default(20).describe('How many later ones.'),
  },
  operations: [getMessages, getMessage],
});

export const readMessage = tool({
  name: 'read_message',
  title: 'Read one message',
  doc: 'One message in full length, with its reactions.',
  effect: 'reads',
  input: { message_id: messageId },
  operations: [getMessage],
});

export const listConversations = tool({
  name: 'list_conversations',
  title: 'List recent conversations',
  doc: 'Topics and direct conversations with the newest messages, each with the first line of its last one.',
  effect: 'reads',
  input: {
    limit: limit(20),
    older_than: messageId.optional().describe('For the next page: the last id of this one.'),
  },
  operations: [getConversations, getUsers, getStreams],
});

export const catchUp = tool({
  name: 'catch_up',
  title: 'Catch up on unread messages',
  doc: 'Unread messages by conversation: how many, and the last ones shortened. Marks nothing as read.',
  effect: 'reads',
  input: { channel: channel.optional(), limit: limit(100, 400).describe('How many messages to look at.') },
  operations: [getMessages],
});

export const listChannels = tool({
  name: 'list_channels',
  title: 'List channels',
  doc: 'Channels that the user can see, with id, name and description.',
  effect: 'reads',
  input: {
    name: z.string().optional().describe('A part of the name.'),
    limit: limit(100, 200),
  },
  operations: [getStreams],
});

export const listTopics = tool({
  name: 'list_topics',
  title: 'List the topics of a channel',
  doc: 'Topics of a channel, the one with the newest message first.',
  effect: 'reads',
  input: {
    channel,
    name: topic.optional().describe('A part of the name.'),
    limit: limit(50, 200),
  },
  operations: [getStreamTopics, getStreamId],
});

export const findUsers = tool({
  name: 'find_users',
  title: 'Find people',
  doc: 'People and bots by a part of their name or address, or by ids.',
  effect: 'reads',
  input: {
    name: z.string().optional(),
    user_ids: z.array(z.int()).max(50).optional(),
    limit: limit(20),
  },
  operations: [getUsers],
});

export const readFile = tool({
  name: 'read_file',
  title: 'Read a file',
  doc: 'A file of a message, by its link (/user_uploads/…): text up to 64 kB, or an image up to 1 MB.',
  effect: 'reads',
  input: { link: z.string() },
  operations: [],
  scope: 'read_messages',
});
