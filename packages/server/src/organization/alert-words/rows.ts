import { q, type Reader } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import type { ReadState } from '../../http/snapshot.ts';

export async function alertWordsOf(
  reader: Reader,
  user: Pick<UserRow, 'realm_id' | 'id'>,
): Promise<string[]> {
  const rows = await reader.all(
    q
      .selectFrom('alert_word')
      .select('word')
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .orderBy('id'),
  );
  return rows.map(({ word }) => word);
}

export const alertWordsState: ReadState<'alert_words'> = async ({ reader, user }) => ({
  alert_words: await alertWordsOf(reader, user),
});
