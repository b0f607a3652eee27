import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { endQueuesOf } from '../end-queues.ts';

/**
 * For a change of whom guests may see at all: too much to tell one by one. Everybody is held, so that nothing about
 * anybody is on its way to those who could see them before.
 */
export async function endAllGuestsQueues(tx: Tx): Promise<void> {
  const users = await tx.all(
    q
      .selectFrom('realm_user')
      .select(['id', 'role', 'is_active'])
      .where('realm_id', '=', tx.realmId)
      .orderBy('id')
      .forNoKeyUpdate(),
  );
  const guests = users.filter(({ role, is_active }) => role === 600 && is_active);
  await endGuestsQueues(
    tx,
    guests.map(({ id }) => id),
  );
}

/**
 * Ends the queues of guests for whom too much changes. Their rows are touched, so that a registration that has begun
 * meanwhile either is seen here or begins again with a new snapshot.
 */
export async function endGuestsQueues(tx: Tx, ids: readonly number[]): Promise<void> {
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
  await endQueuesOf(tx, ids);
}
