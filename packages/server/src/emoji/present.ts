import type { RealmEmoji } from '@parley/contract/objects/emoji.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type CustomEmojiRow = Selectable<Schema['custom_emoji']>;

export const presentEmoji = (row: CustomEmojiRow): RealmEmoji => ({
  id: String(row.id),
  name: row.name,
  source_url: pictureUrl(row),
  still_url: row.is_animated ? stillUrl(row) : null,
  deactivated: row.is_deactivated,
  author_id: row.author_id,
});

/** All emoji of an organization, as clients keep them. */
export const presentAll = (rows: readonly CustomEmojiRow[]): Record<string, RealmEmoji> =>
  Object.fromEntries(rows.map((row) => [String(row.id), presentEmoji(row)]));

type Pictured = Pick<CustomEmojiRow, 'realm_id' | 'file' | 'is_animated'>;

/** Only one that moves is in a format that can; the other is understood everywhere. */
const fileOf = ({ file, is_animated }: Pictured): string => `${file}.${is_animated ? 'webp' : 'png'}`;

export const pictureUrl = (row: Pictured): string =>
  `/user_avatars/${row.realm_id}/emoji/images/${fileOf(row)}`;
const stillUrl = (row: Pictured): string =>
  `/user_avatars/${row.realm_id}/emoji/images/still/${row.file}.png`;

/** Where the pictures lie in the store. */
export const pictureKey = (realmId: number, file: string): string => `emoji/${realmId}/${file}`;
export const stillKey = (realmId: number, file: string): string => `emoji/${realmId}/still/${file}`;

export const keysOf = (row: Pictured): string[] => [
  pictureKey(row.realm_id, fileOf(row)),
  ...(row.is_animated ? [stillKey(row.realm_id, `${row.file}.png`)] : []),
];
