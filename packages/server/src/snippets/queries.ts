import { q, type Reader } from '../db/sql.ts';
import type { PersonRow } from '../people/person.ts';
import type { SnippetRow } from './present.ts';

export const snippetsOf = (
  reader: Reader,
  person: Pick<PersonRow, 'realm_id' | 'id'>,
): Promise<SnippetRow[]> =>
  reader.all(
    q
      .selectFrom('saved_snippet')
      .selectAll()
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id)
      .orderBy('id'),
  );
