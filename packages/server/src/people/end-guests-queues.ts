import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { endQueuesOf } from './end-queues.ts';

/**
 * For a change of whom guests may see at all: too much to tell one by one. Everybody is held, so that nothing about
 * anybody is on its way to those who could see them before.
 */
export const endAllGuestsQueues = async (tx: Tx): Promise<void> => {
  const people = await tx.all(
    q
      .selectFrom('person')
      .select(['id', 'role', 'is_active'])
      .where('realm_id', '=', tx.realmId)
      .orderBy('id')
      .forNoKeyUpdate(),
  );
  const guests = people.filter(({ role, is_active }) => role === 600 && is_active);
  await endGuestsQueues(
    tx,
    guests.map(({ id }) => id),
  );
};

/**
 * Ends the queues of guests for whom too much changes. Their rows are touched, so that a registration that has begun
 * meanwhile either is seen here or begins again with a new snapshot.
 */
export const endGuestsQueues = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.all(
    q
      .selectFrom('person')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .orderBy('id')
      .forUpdate(),
  );
  await tx.all(
    sql`update person set role = role where realm_id = ${tx.realmId} and id = any(${[...ids]}::bigint[])`,
  );
  await endQueuesOf(tx, ids);
};
