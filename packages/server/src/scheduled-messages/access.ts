import { q, type Reader } from '../db/sql.ts';
import type { Actor } from '../people/person.ts';
import { notFound, type Problem } from '../problem.ts';
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
  if (row === undefined) throw noSuchScheduled();
  return row;
};

export const noSuchScheduled = (): Problem => notFound('There is no such scheduled message.');
