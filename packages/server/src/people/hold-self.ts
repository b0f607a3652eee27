import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Actor } from './person.ts';

/**
 * One change at a time of what somebody has alone: events that tell a whole list must not overtake each
 * other. Others may go on referring to the person.
 */
export const holdSelf = async (tx: Tx, { person }: Actor): Promise<void> => {
  await tx.first(
    q
      .selectFrom('person')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', person.id)
      .forNoKeyUpdate(),
  );
};
