import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { messageWithFlags, searchMatch } from '../objects/message.ts';
import { json, optional, text, withDefault } from '../parameter.ts';
import { boolean, integer, listUpTo, nonNegativeInteger, string } from '../primitives.ts';
import { applyMarkdown, emptyTopicName, includeAnchor, narrow } from './message-parameters.ts';

/** An id, or the number for the newest, which is larger than those that JavaScript holds to be safe. */
const anchorId = z.number().refine(Number.isInteger).meta({ type: 'integer' });

export const getMessages = endpoint({
  id: 'get-messages',
  method: 'GET',
  path: '/messages',
  tag: 'messages',
  summary: 'Get messages',
  synonyms: ['history', 'search messages', 'fetch messages', 'read messages'],
  doc: 'Messages around an anchor that match a search, or those with the given ids; the oldest first. At most 5,000 at once, and of a range with more than 16 MiB of text the part nearest to the anchor: page by `found_oldest` and `found_newest`, not by the number of messages.',
  parameters: {
    ...emptyTopicName,
    anchor: optional(
      text(
        string,
        'Id of a message, or `newest`, `oldest`, `first_unread` or `date`. Needs no such message.',
      ),
    ),
    anchor_date: optional(
      text(string, 'The moment in ISO 8601, when `anchor` is `date`. UTC unless it says otherwise.', {
        since: 445,
      }),
    ),
    ...applyMarkdown,
    client_gravatar: withDefault(
      json(boolean, 'Whether the client computes addresses of hosted avatars itself.'),
      true,
    ),
    message_ids: optional(
      json(
        listUpTo(nonNegativeInteger, limits.messagesInRequest).nullable(),
        'The messages, instead of a range around an anchor.',
        {
          since: 300,
        },
      ),
    ),
    ...includeAnchor,
    narrow: withDefault(json(narrow.nullable(), 'The search. All terms must match.'), []),
    num_after: withDefault(json(nonNegativeInteger, 'How many messages after the anchor.'), 0),
    num_before: withDefault(json(nonNegativeInteger, 'How many messages before the anchor.'), 0),
    use_first_unread_anchor: withDefault(
      json(boolean, 'Older way to say that the anchor is `first_unread`.', { deprecated: true }),
      false,
    ),
  },
  result: {
    messages: z.array(messageWithFlags),
    anchor: anchorId
      .optional()
      .describe('Id of the anchor; 10000000000000000 stands for the newest. Absent with `message_ids`.'),
    found_anchor: boolean.describe('Whether the anchor is among the messages.'),
    found_oldest: boolean.describe('Whether nothing that matches is older.'),
    found_newest: boolean.describe('Whether nothing that matches is newer.'),
    history_limited: boolean.describe('Whether older messages were held back.'),
  },
  errors: ['BAD_NARROW'],
});

export const checkMessagesMatchNarrow = endpoint({
  id: 'check-messages-match-narrow',
  method: 'GET',
  path: '/messages/matches_narrow',
  tag: 'messages',
  summary: 'Check which messages match a search',
  doc: 'Of the given messages, those that the caller has received and that match the search. They may have 16 MiB of text together.',
  parameters: {
    msg_ids: json(listUpTo(integer, limits.messagesInRequest), 'The messages.'),
    narrow: json(narrow, 'The search. All terms must match.'),
  },
  result: { messages: z.record(string, searchMatch).describe('By the id of the message.') },
  errors: ['BAD_NARROW'],
});
