import { q, type Reader } from '../db/sql.ts';
import type { PersonRow } from '../people/person.ts';

export const alertWordsOf = async (
  reader: Reader,
  person: Pick<PersonRow, 'realm_id' | 'id'>,
): Promise<string[]> => {
  const rows = await reader.all(
    q
      .selectFrom('alert_word')
      .select('word')
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id)
      .orderBy('id'),
  );
  return rows.map(({ word }) => word);
};
