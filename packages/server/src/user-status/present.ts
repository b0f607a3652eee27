import { specReactionType, type UserStatus } from '@parley/contract/objects/emoji.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type StatusRow = Selectable<Schema['user_status']>;

/** Only what says something. */
export const presentStatus = (row: StatusRow, isVisible: boolean): UserStatus => ({
  ...(isVisible ? {} : { away: true }),
  ...(row.status_text === '' ? {} : { status_text: row.status_text }),
  ...(row.emoji_name === ''
    ? {}
    : {
        emoji_name: row.emoji_name,
        emoji_code: row.emoji_code,
        reaction_type: specReactionType.parse(row.reaction_type),
      }),
});
