import { endpoint } from '../endpoint.ts';
import { reactionType as emojiType } from '../objects/emoji.ts';
import { optional, text } from '../parameter.ts';
import { string } from '../primitives.ts';
import { messageId } from './message-parameters.ts';

const emojiCode = optional(text(string, 'Code of the emoji.'));
const emojiName = text(string, 'Name of the emoji.');
const reactionType = optional(text(emojiType, 'Kind of emoji. Found out by the name when it is left out.'));

export const addReaction = endpoint({
  id: 'add-reaction',
  method: 'POST',
  path: '/messages/{message_id}/reactions',
  tag: 'messages',
  scope: 'react',
  summary: 'Add a reaction',
  synonyms: ['emoji', 'like'],
  doc: 'Puts an emoji of the caller on a message. Without code and kind the name decides which emoji it is.',
  parameters: {
    ...messageId,
    emoji_code: emojiCode,
    emoji_name: emojiName,
    reaction_type: reactionType,
  },
  errors: ['REACTION_ALREADY_EXISTS'],
});

export const removeReaction = endpoint({
  id: 'remove-reaction',
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  tag: 'messages',
  scope: 'react',
  summary: 'Remove a reaction',
  doc: 'Takes back a reaction of the caller. The emoji is named by its code, its name, or both.',
  parameters: {
    ...messageId,
    emoji_code: emojiCode,
    emoji_name: optional(emojiName),
    reaction_type: reactionType,
  },
  errors: ['REACTION_DOES_NOT_EXIST'],
});
