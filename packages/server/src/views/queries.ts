import { q, type Reader } from '../db/sql.ts';
import type { PersonRow } from '../people/person.ts';
import type { ViewRow } from './present.ts';

export const viewsOf = (reader: Reader, person: PersonRow): Promise<ViewRow[]> =>
  reader.all(
    q
      .selectFrom('navigation_view')
      .selectAll()
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id)
      .orderBy('fragment'),
  );
