import * as z from 'zod';
import { boolean, integer, string } from '../primitives.ts';

/** Types of emoji in the words of the specification. */
export const specReactionType = z.enum(['unicode_emoji', 'realm_emoji', 'extra_emoji']);
export type SpecReactionType = z.infer<typeof specReactionType>;

/** Types of emoji on the wire. Apps of the public API send and receive their own word for `extra_emoji`. */
export const reactionType = z
  .enum([...specReactionType.options, 'zulip_extra_emoji'])
  .describe('`zulip_extra_emoji` means `extra_emoji`, for apps of the public API.');
export type ReactionType = z.infer<typeof reactionType>;

export const realmEmoji = z
  .strictObject({
    id: string,
    name: string,
    source_url: string,
    still_url: string.nullable().describe('First picture of an animated one.'),
    deactivated: boolean,
    author_id: integer.nullable(),
  })
  .meta({ id: 'RealmEmoji', description: 'A custom emoji.' });
export type RealmEmoji = z.infer<typeof realmEmoji>;

export const userStatus = z
  .strictObject({
    away: boolean.optional(),
    status_text: string.optional(),
    emoji_name: string.optional(),
    emoji_code: string.optional(),
    reaction_type: reactionType.optional(),
  })
  .meta({ id: 'UserStatus', description: "A user's current status." });
export type UserStatus = z.infer<typeof userStatus>;
