import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { realmEmoji } from '../objects/emoji.ts';
import { path } from '../parameter.ts';
import { string } from '../primitives.ts';

const emojiName = {
  emoji_name: path(
    string,
    'Its name: small letters, digits, `-` and `_`, with a letter or digit at the end. Spaces become `_`.',
  ),
};

export const getCustomEmoji = endpoint({
  id: 'get-custom-emoji',
  method: 'GET',
  path: '/realm/emoji',
  tag: 'custom-emoji',
  summary: 'List custom emoji',
  doc: 'All custom emoji of the organization by their ids, also those that can no longer be used.',
  result: { emoji: z.record(string, realmEmoji) },
});

export const uploadCustomEmoji = endpoint({
  id: 'upload-custom-emoji',
  method: 'POST',
  path: '/realm/emoji/{emoji_name}',
  tag: 'custom-emoji',
  summary: 'Upload a custom emoji',
  doc: 'Adds an emoji to the organization. One file comes along, a picture of up to 5 MiB, which is scaled down; a moving one goes on moving. Names of built-in emoji are for administrators.',
  takesFile: true,
  parameters: emojiName,
  errors: ['BAD_IMAGE'],
});

export const deactivateCustomEmoji = endpoint({
  id: 'deactivate-custom-emoji',
  method: 'DELETE',
  path: '/realm/emoji/{emoji_name}',
  tag: 'custom-emoji',
  summary: 'Deactivate a custom emoji',
  doc: 'The emoji can no longer be chosen; where it was used it stays. For administrators and the user who uploaded it.',
  missingIs404: true,
  parameters: emojiName,
});
