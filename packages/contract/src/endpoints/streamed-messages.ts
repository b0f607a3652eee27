import { endpoint } from '../endpoint.ts';
import { json, optional, text, withDefault } from '../parameter.ts';
import { boolean, integer, nonNegativeInteger, string } from '../primitives.ts';
import { messageId } from './message-parameters.ts';

export const appendToMessage = endpoint({
  id: 'append-to-message',
  method: 'POST',
  path: '/messages/{message_id}/stream',
  tag: 'messages',
  summary: 'Append to a streamed message',
  synonyms: ['stream an answer', 'tokens', 'typewriter', 'piece'],
  doc: 'Adds a piece to the text of a message that was sent with `stream`. Readers see it within a moment; the message is no edited one. A stream without pieces for a minute ends by itself, and an empty piece keeps it open. Five calls count as one in the rate limit.',
  parameters: {
    ...messageId,
    content: withDefault(text(string, 'The piece, in Markdown.'), ''),
    from: optional(
      json(
        nonNegativeInteger,
        'The place in the text at which the piece begins, in code points; what stood there is replaced. The end of the text, when absent. With it, a call can be repeated.',
      ),
    ),
    finish: withDefault(json(boolean, 'Whether the message is complete now.'), false),
  },
  result: { length: integer.describe('Length of the text, in code points.') },
  errors: ['MESSAGE_STREAM_ENDED', 'EXPECTATION_MISMATCH'],
});

export const stopMessage = endpoint({
  id: 'stop-message',
  method: 'DELETE',
  path: '/messages/{message_id}/stream',
  tag: 'messages',
  summary: 'Stop a streamed message',
  synonyms: ['stop an agent', 'cancel an answer'],
  doc: 'Ends a streamed message with the text that it has. Further pieces are refused. Its sender, the owner of the bot and administrators may do so.',
  parameters: messageId,
  errors: ['MESSAGE_STREAM_ENDED'],
});
