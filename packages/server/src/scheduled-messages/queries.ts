import { q, type Reader } from '../db/sql.ts';
import type { PersonRow } from '../people/person.ts';
import type { ScheduledRow } from './present.ts';

export const scheduledBy = (
  reader: Reader,
  person: Pick<PersonRow, 'realm_id' | 'id'>,
): Promise<ScheduledRow[]> =>
  reader.all(
    q
      .selectFrom('scheduled_message')
      .selectAll()
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id)
      .orderBy('due_at')
      .orderBy('id'),
  );
