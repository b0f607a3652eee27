import { q, type Reader } from '../db/sql.ts';
import type { Actor, PersonRow } from '../people/person.ts';
import { badRequest, notFound, type Problem } from '../problem.ts';
import type { ScheduledRow } from './present.ts';

export const accessScheduled = async (
  reader: Reader,
  { person }: Actor,
  id: number,
): Promise<ScheduledRow> => {
  const row = await reader.first(
    q
      .selectFrom('scheduled_message')
      .selectAll()
      .where('realm_id', '=', person.realm_id)
      .where('id', '=', id)
      .where('person_id', '=', person.id),
  );
  if (row === undefined) throw await whyMissing(reader, person, id);
  return row;
};

/** One that was sent is known for a while. */
export const whyMissing = async (
  reader: Reader,
  person: Pick<PersonRow, 'realm_id' | 'id'>,
  id: number,
): Promise<Problem> => {
  const sent = await reader.first(
    q
      .selectFrom('scheduled_message_sent')
      .select('id')
      .where('realm_id', '=', person.realm_id)
      .where('id', '=', id)
      .where('person_id', '=', person.id),
  );
  return sent === undefined
    ? notFound('There is no such scheduled message.')
    : badRequest('This message has been sent already.');
};
