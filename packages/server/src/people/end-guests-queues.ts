import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { endQueues } from './end-queues.ts';

/**
 * For a change of whom guests may see at all: too much to tell one by one. Their rows are locked and touched, so
 * that a registration that has begun meanwhile either is seen here or begins again with a new snapshot.
 */
export const endGuestsQueues = async (tx: Tx): Promise<void> => {
  const guests = await tx.all(
    q
      .selectFrom('person')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('role', '=', 600)
      .where('is_active', '=', true)
      .orderBy('id')
      .forUpdate(),
  );
  const ids = guests.map(({ id }) => id);
  await tx.all(
    sql`update person set role = role where realm_id = ${tx.realmId} and id = any(${ids}::bigint[])`,
  );
  for (const id of ids) await endQueues(tx, id);
};
