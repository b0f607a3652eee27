import { q, type Reader } from '../db/sql.ts';
import type { StatusRow } from './present.ts';

export const findStatus = (
  reader: Reader,
  realmId: number,
  personId: number,
): Promise<StatusRow | undefined> =>
  reader.first(
    q.selectFrom('user_status').selectAll().where('realm_id', '=', realmId).where('person_id', '=', personId),
  );
