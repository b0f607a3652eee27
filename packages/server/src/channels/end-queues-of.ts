import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { MARKS } from '../messages/flags.ts';
import type { Capability } from '../queues/wishes.ts';
import type { ChannelRow } from './channel.ts';

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

/**
 * Does so for subscribers to whom something is unread that came when they were not there: it comes and goes with
 * the protection of the history, and no event says so.
 */
export const endUnreadElsewhere = async (tx: Tx, channel: ChannelRow): Promise<void> => {
  const affected = await tx.all(
    sql<{ person_id: number }>`
      with found as materialized (
        select k.person_id, m.id, m.arrived_at from message_mark k
        join message m on m.realm_id = k.realm_id and m.id = k.message_id
        where k.realm_id = ${tx.realmId} and k.flags & ${sql.lit(MARKS.unread)} > 0
          and m.conversation_id = ${channel.conversation_id}
        union all
        select r.person_id, m.id, m.arrived_at from message m
        join channel h on h.realm_id = m.realm_id and h.conversation_id = m.home_id
        join subscription r on r.realm_id = m.realm_id and r.channel_id = h.id and r.ordinals @> m.ordinal
        where m.realm_id = ${tx.realmId} and m.conversation_id = ${channel.conversation_id}
          and m.arrived_at is not null and m.home_id <> m.conversation_id
          and not is_read(${tx.realmId}, r.person_id, m.home_id, m.ordinal)
      )
      select distinct s.person_id from found
      join subscription s on s.realm_id = ${tx.realmId} and s.channel_id = ${channel.id}
        and s.person_id = found.person_id and s.is_active
      where not s.periods @> coalesce(found.arrived_at, found.id)`,
  );
  await endQueuesOf(
    tx,
    affected.map((row) => row.person_id),
  );
};
