import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';

/** Deletes all event queues of users; their clients register a new queue and fetch a new snapshot. */
export async function deleteQueuesOf(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx.all(
    q
      .deleteFrom('event_queue')
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', sql<number>`any(${[...userIds]}::bigint[])`),
  );
  for (const id of userIds) tx.notify({ notice: 'queues-gone', user_id: id });
}
