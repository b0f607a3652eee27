import { roles } from '@parley/contract/rights/roles.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { deleteQueuesOf } from '../delete-queues.ts';

/**
 * Deletes the queues of all guests when the visibility setting changes. Locks every user first, so that no concurrent
 * transaction publishes a user to guests who could see that user before.
 */
export async function deleteAllGuestQueues(tx: Tx): Promise<void> {
  const users = await tx.all(
    q
      .selectFrom('realm_user')
      .select(['id', 'role', 'is_active'])
      .where('realm_id', '=', tx.realmId)
      .orderBy('id')
      .forNoKeyUpdate(),
  );
  const guests = users.filter(({ role, is_active }) => role === roles.guest && is_active);
  await deleteGuestQueues(
    tx,
    guests.map(({ id }) => id),
  );
}

/**
 * Deletes the queues of guests for whom too many users become visible or hidden. Updates their rows, so that a
 * concurrent registration either is deleted here or retries with a new snapshot.
 */
export async function deleteGuestQueues(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.all(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .orderBy('id')
      .forUpdate(),
  );
  await tx.all(
    sql`update realm_user set role = role where realm_id = ${tx.realmId} and id = any(${[...ids]}::bigint[])`,
  );
  await deleteQueuesOf(tx, ids);
}
