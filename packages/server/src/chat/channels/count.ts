import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { UserRow } from '../../http/actor.ts';
import { outsidersOf, channelAudienceFrom } from './audience.ts';
import { lockChannels } from './queries.ts';

type User = Pick<UserRow, 'id'>;

/** A deactivated user stays subscribed, but is not counted and receives no messages. */
export function uncountSubscriber(tx: Tx, user: User): Promise<void> {
  return recount(tx, user, 'peer_remove');
}

/** A reactivated user is counted and receives messages again. */
export function countSubscriber(tx: Tx, user: User): Promise<void> {
  return recount(tx, user, 'peer_add');
}

async function recount(tx: Tx, { id }: User, op: 'peer_add' | 'peer_remove'): Promise<void> {
  const subscribed = await tx.all(
    sql<{ channel_id: number }>`select channel_id from subscription
      where realm_id = ${tx.realmId} and user_id = ${id} and is_active`,
  );
  const channels = await lockChannels(
    tx,
    subscribed.map((row) => row.channel_id),
  );
  const isReactivated = op === 'peer_add';
  const ids = channels.map((channel) => channel.id);
  await tx.all(
    sql`update channel set subscriber_count = subscriber_count + ${isReactivated ? 1 : -1}
      where realm_id = ${tx.realmId} and id = any(${ids}::bigint[])`,
  );
  await tx.all(
    sql`update subscription s set ordinals = case when ${isReactivated}
        then s.ordinals + int8multirange(int8range(v.last_ordinal + 1, null))
        else s.ordinals * int8multirange(int8range(null, v.last_ordinal + 1)) end
      from channel c join conversation v on v.realm_id = c.realm_id and v.id = c.conversation_id
      where s.realm_id = ${tx.realmId} and c.realm_id = ${tx.realmId} and c.id = s.channel_id
        and s.user_id = ${id} and s.channel_id = any(${ids}::bigint[])`,
  );
  const emitted = new Map<number, number>();
  for (const channel of channels) {
    const audience = channelAudienceFrom(channel, await outsidersOf(tx, channel), [id]);
    emitted.set(
      channel.id,
      tx.emit(audience, { type: 'subscription', op, stream_ids: [channel.id], user_ids: [id] }),
    );
  }
  for (const [channelId, event] of emitted)
    tx.atPosition(
      (position) =>
        sql`update subscription set periods = ${
          isReactivated
            ? sql`periods + int8multirange(int8range(${position(event)}, null))`
            : sql`periods * int8multirange(int8range(null, ${position(event)}))`
        } where realm_id = ${tx.realmId} and user_id = ${id} and channel_id = ${channelId}`,
    );
}
