import { q, type Reader } from '../db/sql.ts';
import type { PersonRow } from '../people/person.ts';
import type { ReminderRow } from './present.ts';

export const remindersOf = (
  reader: Reader,
  person: Pick<PersonRow, 'realm_id' | 'id'>,
): Promise<ReminderRow[]> =>
  reader.all(
    q
      .selectFrom('reminder')
      .selectAll()
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id)
      .orderBy('due_at')
      .orderBy('id'),
  );
