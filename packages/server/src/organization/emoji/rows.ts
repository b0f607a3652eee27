import type { RealmEmoji } from '@parley/contract/objects/emoji.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader, sql } from '../../engine/db/sql.ts';
import type { ReadState } from '../../http/snapshot.ts';

export function listEmoji(reader: Reader, realmId: number): Promise<CustomEmojiRow[]> {
  return reader.all(q.selectFrom('custom_emoji').selectAll().where('realm_id', '=', realmId).orderBy('id'));
}

/** Active custom emoji with one of the names. */
export function activeEmoji(
  reader: Reader,
  realmId: number,
  names: readonly string[],
): Promise<CustomEmojiRow[]> {
  return reader.all(
    q
      .selectFrom('custom_emoji')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('is_deactivated', '=', false)
      .where('name', '=', sql<string>`any(${[...names]}::text[])`),
  );
}

const IS_ID = /^[1-9]\d{0,14}$/;

/** The custom emoji with the code of a reaction, even if it is deactivated. */
export async function emojiWithCode(
  reader: Reader,
  realmId: number,
  code: string,
): Promise<CustomEmojiRow | undefined> {
  return IS_ID.test(code)
    ? reader.first(
        q
          .selectFrom('custom_emoji')
          .selectAll()
          .where('realm_id', '=', realmId)
          .where('id', '=', Number(code)),
      )
    : undefined;
}

export type CustomEmojiRow = Selectable<Schema['custom_emoji']>;

export function presentEmoji(row: CustomEmojiRow): RealmEmoji {
  return {
    id: String(row.id),
    name: row.name,
    source_url: pictureUrl(row),
    still_url: row.is_animated ? stillUrl(row) : null,
    deactivated: row.is_deactivated,
    author_id: row.author_id,
  };
}

/** All emoji of an organization, as clients keep them. */
export function presentAll(rows: readonly CustomEmojiRow[]): Record<string, RealmEmoji> {
  return Object.fromEntries(rows.map((row) => [String(row.id), presentEmoji(row)]));
}

type Pictured = Pick<CustomEmojiRow, 'realm_id' | 'file' | 'is_animated'>;

/** Only one that moves is in a format that can; the other is understood everywhere. */
function fileOf({ file, is_animated }: Pictured): string {
  return `${file}.${is_animated ? 'webp' : 'png'}`;
}

export function pictureUrl(row: Pictured): string {
  return `/user_avatars/${row.realm_id}/emoji/images/${fileOf(row)}`;
}

function stillUrl(row: Pictured): string {
  return `/user_avatars/${row.realm_id}/emoji/images/still/${row.file}.png`;
}

/** The key of a picture in the file store. */
export function pictureKey(realmId: number, file: string): string {
  return `emoji/${realmId}/${file}`;
}

export function stillKey(realmId: number, file: string): string {
  return `emoji/${realmId}/still/${file}`;
}

export function keysOf(row: Pictured): string[] {
  return [
    pictureKey(row.realm_id, fileOf(row)),
    ...(row.is_animated ? [stillKey(row.realm_id, `${row.file}.png`)] : []),
  ];
}

export const realmEmojiState: ReadState<'realm_emoji'> = async ({ reader, realm }) => ({
  realm_emoji: presentAll(await listEmoji(reader, realm.id)),
});
