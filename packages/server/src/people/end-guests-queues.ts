import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { endQueues } from './end-queues.ts';

/** For a change of whom guests may see at all: too much to tell one by one. */
export const endGuestsQueues = async (tx: Tx): Promise<void> => {
  const guests = await tx.all(
    q
      .selectFrom('person')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('role', '=', 600)
      .where('is_active', '=', true)
      .orderBy('id'),
  );
  for (const { id } of guests) await endQueues(tx, id);
};
