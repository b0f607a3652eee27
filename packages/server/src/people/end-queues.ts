import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';

/** Ends all queues of somebody: their clients register anew and see everything as it is then. */
export const endQueues = async (tx: Tx, personId: number): Promise<void> => {
  await tx.all(
    q.deleteFrom('event_queue').where('realm_id', '=', tx.realmId).where('person_id', '=', personId),
  );
  tx.notify({ notice: 'queues-gone', person_id: personId });
};
