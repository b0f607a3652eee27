import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import type { LoggedEvent } from '../../engine/log/logged-event.ts';
import type { UserRow } from '../../http/actor.ts';
import type { Server } from '../../organization/users/server.ts';
import { watchSubscriptions } from '../../organization/users/visibility/watch-guests.ts';
import type { SubscriptionPair } from './add-subscribers.ts';
import { isOutsider, outsidersOf, channelAudienceFrom } from '../channels/audience.ts';
import type { ChannelRow } from '../channels/channel.ts';
import { deleteQueuesOf } from '../../organization/users/delete-queues.ts';

type User = Pick<UserRow, 'id' | 'role'>;

/** With more removals from one channel, registering again is cheaper than an event for each pair of users. */
const MAX_PUBLISHED_REMOVALS = 100;

/** Unsubscribes active users from channels whose conversations are locked; returns the ended subscriptions. */
export async function removeSubscribers(
  tx: Tx,
  server: Server,
  channels: readonly ChannelRow[],
  users: readonly User[],
): Promise<SubscriptionPair[]> {
  const publishToGuests = await watchSubscriptions(
    tx,
    server,
    channels.map(({ id }) => id),
    users.map(({ id }) => id),
  );
  const rows = await deactivateRows(tx, channels, users);
  const userById = new Map(users.map((user) => [user.id, user]));
  const channelById = new Map(channels.map((channel) => [channel.id, channel]));
  const pairs = rows.flatMap((row): SubscriptionPair[] => {
    const [user, channel] = [userById.get(row.user_id), channelById.get(row.channel_id)];
    return user === undefined || channel === undefined ? [] : [{ user, channel }];
  });
  if (pairs.length > 0) await publishRemovals(tx, pairs);
  await publishToGuests();
  return pairs;
}

async function deactivateRows(
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
  for (const [id, removed] of Map.groupBy(rows, (row) => row.channel_id))
    await tx.all(
      q
        .updateTable('channel')
        .set({ subscriber_count: sql`subscriber_count - ${removed.length}` })
        .where('realm_id', '=', tx.realmId)
        .where('id', '=', id),
    );
  return rows;
}

async function publishRemovals(tx: Tx, pairs: readonly SubscriptionPair[]): Promise<void> {
  const removedOf = new Map<number, { name: string; stream_id: number }[]>();
  const hiddenFrom = new Map<number, number[]>();
  const deferred: (() => void)[] = [];
  let isTooLarge = false;
  for (const removed of Map.groupBy(pairs, ({ channel }) => channel.id).values()) {
    const channel = removed[0]?.channel;
    if (channel === undefined) continue;
    const ids = removed.map(({ user }) => user.id);
    const outsiders = await outsidersOf(tx, channel);
    endPeriods(tx, channel, ids);
    tx.emit(channelAudienceFrom(channel, outsiders, ids), peerRemoveEvent(channel, ids));
    isTooLarge ||= ids.length > MAX_PUBLISHED_REMOVALS;
    for (const { user } of removed) {
      push(removedOf, user.id, { name: channel.name, stream_id: channel.id });
      if (!isOutsider(outsiders, user)) push(hiddenFrom, user.id, channel.id);
      else if (ids.length > 1)
        deferred.push(() => {
          const others = ids.filter((id) => id !== user.id);
          tx.emit(only(user.id), peerRemoveEvent(channel, others));
        });
    }
  }
  if (isTooLarge) return deleteQueuesOf(tx, [...removedOf.keys()]);
  for (const [id, subscriptions] of removedOf)
    tx.emit(only(id), { type: 'subscription', op: 'remove', subscriptions });
  for (const publish of deferred) publish();
  for (const [id, stream_ids] of hiddenFrom) {
    const streams = stream_ids.map((stream_id) => ({ stream_id }));
    tx.emit(only(id), { type: 'stream', op: 'delete', stream_ids, streams });
  }
}

function peerRemoveEvent(channel: ChannelRow, user_ids: number[]): LoggedEvent {
  return {
    type: 'subscription',
    op: 'peer_remove',
    stream_ids: [channel.id],
    user_ids,
  };
}

/** The users' periods end at the log position of the control entry. */
function endPeriods(tx: Tx, channel: ChannelRow, ids: number[]): void {
  const entry = tx.notify({ notice: 'unsubscribed', channel_id: channel.id, user_ids: ids });
  tx.atPosition(
    (position) => sql`update subscription
      set periods = periods * int8multirange(int8range(null, ${position(entry)}))
      where realm_id = ${tx.realmId} and channel_id = ${channel.id} and user_id = any(${ids}::bigint[])`,
  );
}

function push<T>(lists: Map<number, T[]>, key: number, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
