import * as z from 'zod';
import { limits } from '../limits.ts';
import { boolean, integer, listUpTo, string, unixSeconds } from '../primitives.ts';
import { reactionType } from './emoji.ts';

export const messageType = z.enum(['stream', 'private']);
export const propagateMode = z.enum(['change_one', 'change_later', 'change_all']);

export const topicLink = z
  .strictObject({ text: string, url: string })
  .meta({ id: 'TopicLink', description: 'A link found in a topic.' });

export const reaction = z
  .strictObject({
    emoji_name: string,
    emoji_code: string.describe('Unique among the emoji of its `reaction_type`.'),
    reaction_type: reactionType,
    user_id: integer,
  })
  .meta({ id: 'Reaction', description: 'An emoji that a user put on a message.' });

export const submessage = z
  .strictObject({ id: integer, message_id: integer, sender_id: integer, msg_type: string, content: string })
  .meta({
    id: 'Submessage',
    description: 'Something that happened inside a message, such as a vote in a poll.',
  });

export const zform = z
  .object({
    widget_type: z.literal('zform'),
    extra_data: z.object({
      type: z.literal('choices'),
      heading: string,
      choices: listUpTo(
        z.object({ short_name: string, long_name: string, reply: string }),
        limits.choicesOfWidget,
      ),
    }),
  })
  .meta({ id: 'Zform', description: 'Choices as buttons, each of which sends a reply.' });

export const messageEdit = z
  .strictObject({
    user_id: integer.nullable(),
    timestamp: unixSeconds,
    prev_content: string.optional(),
    prev_rendered_content: string.optional(),
    prev_topic: string.optional(),
    topic: string.optional(),
    prev_stream: integer.optional(),
    stream: integer.optional(),
  })
  .meta({
    id: 'MessageEdit',
    description: 'One edit or move of a message, as the message itself remembers it.',
  });

const recipient = z
  .strictObject({ id: integer, email: string, full_name: string, is_mirror_dummy: boolean })
  .meta({ id: 'DisplayRecipient', description: 'A participant of a direct conversation.' });

/** Flags in the order in which the API lists them. */
export const messageFlag = z
  .enum([
    'read',
    'starred',
    'collapsed',
    'mentioned',
    'stream_wildcard_mentioned',
    'topic_wildcard_mentioned',
    'has_alert_word',
    'historical',
    'wildcard_mentioned',
  ])
  .meta({ id: 'MessageFlag', description: 'A flag of a reader on a message.' });
export type MessageFlag = z.infer<typeof messageFlag>;

/** HTML with the matched words wrapped in `<span class="highlight">`. */
const highlights = {
  match_content: string.describe('The content as HTML, with what was found highlighted.'),
  match_subject: string.describe('The topic as HTML, with what was found highlighted.'),
};

export const searchMatch = z
  .strictObject(highlights)
  .meta({ id: 'SearchMatch', description: 'Where a message matches a search.' });

const readerFlags = z.array(messageFlag).describe('Flags of the reader. In events they stand beside it.');

const shared = {
  id: integer,
  sender_id: integer,
  sender_email: string,
  sender_full_name: string,
  sender_realm_str: string,
  avatar_url: string.nullable(),
  client: string.describe('Name of the program that sent it.'),
  content: string,
  content_type: z.enum(['text/html', 'text/x-markdown']),
  topic_links: z.array(topicLink),
  recipient_id: integer.describe('Unique for each conversation.'),
  timestamp: unixSeconds,
  is_me_message: boolean,
  reactions: z.array(reaction),
  submessages: z.array(submessage),
  flags: readerFlags.optional(),
  match_content: highlights.match_content.optional(),
  match_subject: highlights.match_subject.optional(),
  streaming: z.literal(true).optional().describe('The text is still being written.'),
  last_edit_timestamp: unixSeconds.optional(),
  last_moved_timestamp: unixSeconds.optional(),
  edit_history: z
    .array(messageEdit)
    .optional()
    .describe('Newest first, at most 20 edits with 32 KiB of earlier text; absent if nothing ever changed.'),
};

const channelMessage = z
  .strictObject({
    ...shared,
    type: z.literal('stream'),
    display_recipient: string.describe('Name of the channel.'),
    stream_id: integer.describe('The channel.'),
    subject: string.describe('The topic.'),
  })
  .meta({ id: 'ChannelMessage', description: 'A message in a topic of a channel.' });

const directMessage = z
  .strictObject({
    ...shared,
    type: z.literal('private'),
    display_recipient: z.array(recipient).describe('All participants of the conversation.'),
    subject: string.describe('Empty.'),
  })
  .meta({ id: 'DirectMessage', description: 'A message between users.' });

export const message = z
  .discriminatedUnion('type', [channelMessage, directMessage])
  .meta({ id: 'Message', description: 'A message, in a channel or direct.' });
export type WireChannelMessage = z.infer<typeof channelMessage>;
export type WireDirectMessage = z.infer<typeof directMessage>;
export type WireMessage = z.infer<typeof message>;

/** A message as requests answer with it: the flags of the reader are always there. */
export const messageWithFlags = message.and(z.object({ flags: readerFlags }));

export const messageSnapshot = z
  .strictObject({
    topic: string,
    content: string.describe('Markdown.'),
    rendered_content: string.describe('HTML.'),
    timestamp: unixSeconds,
    user_id: integer.nullable(),
    prev_topic: string.optional(),
    stream: integer.optional().describe('Channel after the move.'),
    prev_stream: integer.optional().describe('Channel before the move.'),
    prev_content: string.optional(),
    prev_rendered_content: string.optional(),
    content_html_diff: string.optional(),
  })
  .meta({ id: 'MessageSnapshot', description: 'A message as it stood after one of its edits.' });
