import * as z from 'zod';
import { event } from '../event.ts';
import { realmEmoji } from '../objects/emoji.ts';
import { boolean, string } from '../primitives.ts';

export const realmEmojiAdd = event(
  'realm_emoji',
  'add',
  { emoji: realmEmoji },
  'A custom emoji was uploaded. For clients with the capability `individual_emoji_changes`.',
);
export const realmEmojiUpdateOne = event(
  'realm_emoji',
  'update_one',
  { emoji_id: string, data: z.strictObject({ deactivated: boolean }) },
  'A custom emoji can no longer be used. For clients with the capability `individual_emoji_changes`.',
);
export const realmEmojiUpdate = event(
  'realm_emoji',
  'update',
  { realm_emoji: z.record(string, realmEmoji) },
  'The custom emoji changed; these are all of them. For clients without that capability.',
);
