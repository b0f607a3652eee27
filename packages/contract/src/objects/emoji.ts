import * as z from 'zod';
import { boolean, integer, string } from '../primitives.ts';

export const reactionType = z.enum(['unicode_emoji', 'realm_emoji', 'extra_emoji']);

/** Clients say the last one with its older name too. */
export const reactionTypeInput = z.enum([...reactionType.options, 'zulip_extra_emoji']);

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
  .meta({ id: 'UserStatus', description: 'What somebody says about oneself at the moment.' });
export type UserStatus = z.infer<typeof userStatus>;
