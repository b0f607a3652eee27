import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { deleteQueuesOf } from '../../../organization/users/delete-queues.ts';

/**
 * Ends all event queues of the organization at the position of this transaction: clients register again, and their new
 * snapshots have what the import changed without events. Nobody is notified of messages that a queue did not bring.
 */
export async function endAllQueues(tx: Tx): Promise<void> {
  const owners = await tx.all(sql<{ user_id: number }>`
    select distinct user_id from event_queue where realm_id = ${tx.realmId}`);
  await tx.all(sql`select set_config('parley.begins_epoch', 'true', true)`);
  await deleteQueuesOf(
    tx,
    owners.map(({ user_id }) => user_id),
  );
  await tx.all(sql`select set_config('parley.begins_epoch', '', true)`);
}
