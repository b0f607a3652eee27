import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import type { LoggedEvent } from '../../engine/log/logged-event.ts';
import type { UserRow } from '../../http/actor.ts';
import type { Server } from '../../organization/users/server.ts';
import { watchComingAndGoing } from '../../organization/users/visibility/watch-guests.ts';
import type { Pair } from './add-subscribers.ts';
import { isOutsider, outsidersOf, seersFrom } from '../channels/audience.ts';
import type { ChannelRow } from '../channels/channel.ts';
import { endQueuesOf } from '../../organization/users/end-queues.ts';

type User = Pick<UserRow, 'id' | 'role'>;

/** When more leave at once, it is cheaper for them to register anew than to be told of each other. */
const MOST_TOLD = 100;

/** Unsubscribes active users from channels whose conversations are locked; answers who was subscribed. */
export async function removeSubscribers(
  tx: Tx,
  server: Server,
  channels: readonly ChannelRow[],
  users: readonly User[],
): Promise<Pair[]> {
  const tellGuests = await watchComingAndGoing(
    tx,
    server,
    channels.map(({ id }) => id),
    users.map(({ id }) => id),
  );
  const rows = await leave(tx, channels, users);
  const byId = new Map(users.map((user) => [user.id, user]));
  const left = new Map(channels.map((channel) => [channel.id, channel]));
  const pairs = rows.flatMap((row): Pair[] => {
    const [user, channel] = [byId.get(row.user_id), left.get(row.channel_id)];
    return user === undefined || channel === undefined ? [] : [{ user, channel }];
  });
  if (pairs.length > 0) await announce(tx, pairs);
  await tellGuests();
  return pairs;
}

async function leave(
  tx: Tx,
  channels: readonly ChannelRow[],
  users: readonly User[],
): Promise<{ user_id: number; channel_id: number }[]> {
  const rows = await tx.all(
    sql<{ user_id: number; channel_id: number }>`
      update subscription s
      set is_active = false, ordinals = s.ordinals * int8multirange(int8range(null, v.last_ordinal + 1))
      from channel c join conversation v on v.realm_id = c.realm_id and v.id = c.conversation_id
      where s.realm_id = ${tx.realmId} and c.realm_id = ${tx.realmId} and c.id = s.channel_id and s.is_active
        and s.channel_id = any(${channels.map(({ id }) => id)}::bigint[])
        and s.user_id = any(${users.map(({ id }) => id)}::bigint[])
      returning s.user_id, s.channel_id`,
  );
  for (const [id, gone] of Map.groupBy(rows, (row) => row.channel_id))
    await tx.all(
      q
        .updateTable('channel')
        .set({ subscriber_count: sql`subscriber_count - ${gone.length}` })
        .where('realm_id', '=', tx.realmId)
        .where('id', '=', id),
    );
  return rows;
}

async function announce(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  const told = new Map<number, { name: string; stream_id: number }[]>();
  const hidden = new Map<number, number[]>();
  const later: (() => void)[] = [];
  let isCrowd = false;
  for (const gone of Map.groupBy(pairs, ({ channel }) => channel.id).values()) {
    const channel = gone[0]?.channel;
    if (channel === undefined) continue;
    const ids = gone.map(({ user }) => user.id);
    const outsiders = await outsidersOf(tx, channel);
    exit(tx, channel, ids);
    tx.emit(seersFrom(channel, outsiders, ids), peersLeft(channel, ids));
    isCrowd ||= ids.length > MOST_TOLD;
    for (const { user } of gone) {
      push(told, user.id, { name: channel.name, stream_id: channel.id });
      if (!isOutsider(outsiders, user)) push(hidden, user.id, channel.id);
      else if (ids.length > 1)
        later.push(() => {
          const others = ids.filter((id) => id !== user.id);
          tx.emit(only(user.id), peersLeft(channel, others));
        });
    }
  }
  if (isCrowd) return endQueuesOf(tx, [...told.keys()]);
  for (const [id, subscriptions] of told)
    tx.emit(only(id), { type: 'subscription', op: 'remove', subscriptions });
  for (const publish of later) publish();
  for (const [id, stream_ids] of hidden) {
    const streams = stream_ids.map((stream_id) => ({ stream_id }));
    tx.emit(only(id), { type: 'stream', op: 'delete', stream_ids, streams });
  }
}

function peersLeft(channel: ChannelRow, user_ids: number[]): LoggedEvent {
  return {
    type: 'subscription',
    op: 'peer_remove',
    stream_ids: [channel.id],
    user_ids,
  };
}

/** From the place of the notice on they are no longer in the channel. */
function exit(tx: Tx, channel: ChannelRow, ids: number[]): void {
  const place = tx.notify({ notice: 'unsubscribed', channel_id: channel.id, user_ids: ids });
  tx.atPosition(
    (position) => sql`update subscription
      set periods = periods * int8multirange(int8range(null, ${position(place)}))
      where realm_id = ${tx.realmId} and channel_id = ${channel.id} and user_id = any(${ids}::bigint[])`,
  );
}

function push<T>(lists: Map<number, T[]>, key: number, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
