import { q, sql, type Reader } from '../db/sql.ts';
import type { CustomEmojiRow } from './present.ts';

export const listEmoji = (reader: Reader, realmId: number): Promise<CustomEmojiRow[]> =>
  reader.all(q.selectFrom('custom_emoji').selectAll().where('realm_id', '=', realmId).orderBy('id'));

/** Those that can be used, by their names. */
export const activeEmoji = (
  reader: Reader,
  realmId: number,
  names: readonly string[],
): Promise<CustomEmojiRow[]> =>
  reader.all(
    q
      .selectFrom('custom_emoji')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('is_deactivated', '=', false)
      .where('name', '=', sql<string>`any(${[...names]}::text[])`),
  );

const IS_ID = /^[1-9]\d{0,14}$/;

/** One by the code that reactions have, whether it can be used or not. */
export const emojiWithCode = async (
  reader: Reader,
  realmId: number,
  code: string,
): Promise<CustomEmojiRow | undefined> =>
  IS_ID.test(code)
    ? reader.first(
        q
          .selectFrom('custom_emoji')
          .selectAll()
          .where('realm_id', '=', realmId)
          .where('id', '=', Number(code)),
      )
    : undefined;
