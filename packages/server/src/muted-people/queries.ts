import type { MutedUser } from '@parley/contract/objects/personal.ts';
import { q, type Reader } from '../db/sql.ts';
import type { PersonRow } from '../people/person.ts';

/** Whom somebody has muted, as the wire tells it, the first one first. */
export const mutedBy = async (
  reader: Reader,
  person: Pick<PersonRow, 'realm_id' | 'id'>,
): Promise<MutedUser[]> => {
  const rows = await reader.all(
    q
      .selectFrom('muted_person')
      .select(['muted_id', 'muted_at'])
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id)
      .orderBy('muted_at')
      .orderBy('muted_id'),
  );
  return rows.map(({ muted_id, muted_at }) => ({
    id: muted_id,
    timestamp: Math.floor(muted_at.getTime() / 1000),
  }));
};
