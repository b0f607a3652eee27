import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Capability } from '../queues/wishes.ts';

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

/** Does so for those with a client that lacks a capability: what it would have to be told has no form for it. */
export const endUnableQueues = async (tx: Tx, capability: Capability): Promise<void> => {
  const unable = await tx.all(
    sql<{ person_id: number }>`
      select distinct person_id from event_queue
      where realm_id = ${tx.realmId} and (wishes->'capabilities'->>${capability}) is distinct from 'true'`,
  );
  await endQueuesOf(
    tx,
    unable.map((row) => row.person_id),
  );
};
