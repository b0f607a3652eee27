import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { USER_FLAGS } from '../messages/flags.ts';
import { deleteQueuesOf } from '../../organization/users/delete-queues.ts';
import type { Capability } from '../../delivery/client-options.ts';
import type { ChannelRow } from './channel.ts';

/** Ends queues of users with a client that lacks a capability, when the change has no event for such a client. */
export async function endQueuesWithoutCapability(tx: Tx, capability: Capability): Promise<void> {
  const affected = await tx.all(
    sql<{ user_id: number }>`
      select distinct user_id from event_queue
      where realm_id = ${tx.realmId} and (client_options->'capabilities'->>${capability}) is distinct from 'true'`,
  );
  await deleteQueuesOf(
    tx,
    affected.map((row) => row.user_id),
  );
}

/**
 * Ends queues of subscribers who may have unread messages from before they subscribed: these appear and disappear
 * when history protection changes, and no event carries that.
 */
export async function endQueuesWithAffectedUnreads(
  tx: Tx,
  { id, conversation_id }: ChannelRow,
): Promise<void> {
  const affected = await tx.all(
    sql<{ user_id: number }>`
      select s.user_id from message_user_flag k
      join message m on m.realm_id = k.realm_id and m.id = k.message_id and m.conversation_id = ${conversation_id}
      join subscription s on s.realm_id = k.realm_id and s.channel_id = ${id} and s.user_id = k.user_id
      where k.realm_id = ${tx.realmId} and k.flags & ${sql.lit(USER_FLAGS.unread)} > 0
        and s.is_active and not s.periods @> coalesce(m.arrived_at, m.id)
      union
      select s.user_id from (
        select distinct home_id, arrived_at from message
        where realm_id = ${tx.realmId} and conversation_id = ${conversation_id}
          and arrived_at is not null and home_id <> conversation_id
      ) as moved
      join subscription s on s.realm_id = ${tx.realmId} and s.channel_id = ${id}
        and s.is_active and not s.periods @> moved.arrived_at
      join channel h on h.realm_id = ${tx.realmId} and h.conversation_id = moved.home_id
      join subscription r on r.realm_id = ${tx.realmId} and r.channel_id = h.id and r.user_id = s.user_id`,
  );
  await deleteQueuesOf(
    tx,
    affected.map((row) => row.user_id),
  );
}
