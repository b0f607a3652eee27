import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';

/** Ends all queues of some people: their clients register anew and see everything as it is then. */
export const endQueuesOf = async (tx: Tx, personIds: readonly number[]): Promise<void> => {
  await tx.all(
    q
      .deleteFrom('event_queue')
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', sql<number>`any(${[...personIds]}::bigint[])`),
  );
  for (const id of personIds) tx.notify({ notice: 'queues-gone', person_id: id });
};
