import { isOutsider, outsidersOf, channelAudienceFrom } from '../channels/audience.ts';
import { type ChannelRow, readHolders, type SubscriptionRow } from '../channels/channel.ts';
import { presentChannel } from '../channels/present.ts';
import { subscribersOf } from '../channels/queries.ts';
import { nextColor } from './colors.ts';
import { presentSubscription } from './present.ts';
import { q, type Reader, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import type { UserRow } from '../../http/actor.ts';
import { deleteQueuesOf } from '../../organization/users/delete-queues.ts';
import type { Server } from '../../organization/users/server.ts';
import { watchSubscriptions } from '../../organization/users/visibility/watch-guests.ts';

type User = Pick<UserRow, 'id' | 'role'>;

export type SubscriptionPair = { readonly user: User; readonly channel: ChannelRow };

/** With more ids in the events, registering again is cheaper for the new subscribers. */
const MAX_PUBLISHED_IDS = 200_000;

/**
 * Subscribes active users to channels whose conversations are locked; returns the new subscriptions. A former
 * subscriber gets the old subscription settings again.
 */
export async function addSubscribers(
  tx: Tx,
  server: Server,
  channels: readonly ChannelRow[],
  users: readonly User[],
  colors: ReadonlyMap<number, string> = new Map(),
): Promise<SubscriptionPair[]> {
  const existing = await readRows(tx, channels, users);
  const active = new Set(existing.filter((row) => row.is_active).map(pairKey));
  const pairs = users
    .flatMap((user) => channels.map((channel) => ({ user, channel })))
    .filter(({ user, channel }) => !active.has(`${user.id} ${channel.id}`));
  if (pairs.length === 0) return [];
  const publishToGuests = await watchSubscriptions(tx, server, idsOf(channels), idsOf(users));
  const rows = await insertRows(tx, pairs, await chooseColors(tx, pairs, existing, colors));
  const updated = await incrementCounts(tx, pairs);
  await publishToGuests();
  await publishSubscriptions(tx, updated, pairs, rows);
  return pairs;
}

function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

function pairKey(row: Pick<SubscriptionRow, 'user_id' | 'channel_id'>): string {
  return `${row.user_id} ${row.channel_id}`;
}

function readRows(tx: Tx, channels: readonly ChannelRow[], users: readonly User[]) {
  return tx.all(
    q
      .selectFrom('subscription')
      .select(['user_id', 'channel_id', 'is_active'])
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', sql<number>`any(${users.map(({ id }) => id)}::bigint[])`)
      .where('channel_id', '=', sql<number>`any(${channels.map(({ id }) => id)}::bigint[])`),
  );
}

/** The color of each pair. Rows that exist keep their color. */
async function chooseColors(
  reader: Reader,
  pairs: readonly SubscriptionPair[],
  existing: readonly Pick<SubscriptionRow, 'user_id' | 'channel_id'>[],
  requested: ReadonlyMap<number, string>,
): Promise<string[]> {
  const rows = await reader.all(
    sql<{ user_id: number; colors: string[] }>`
      select user_id, array_agg(distinct color) as colors from subscription
      where realm_id = ${pairs[0]?.channel.realm_id ?? 0}
        and user_id = any(${[...new Set(pairs.map(({ user }) => user.id))]}::bigint[])
      group by user_id`,
  );
  const used = new Map(rows.map((row) => [row.user_id, new Set(row.colors)]));
  const existingKeys = new Set(existing.map(pairKey));
  return pairs.map(({ user, channel }) => {
    const usedByUser = used.get(user.id) ?? new Set();
    const color = requested.get(channel.id) ?? nextColor(usedByUser, channel.id);
    if (!existingKeys.has(`${user.id} ${channel.id}`)) used.set(user.id, usedByUser.add(color));
    return color;
  });
}

function insertRows(
  tx: Tx,
  pairs: readonly SubscriptionPair[],
  colors: readonly string[],
): Promise<SubscriptionRow[]> {
  return tx.all(
    sql<SubscriptionRow>`
      insert into subscription (realm_id, user_id, channel_id, color, push_notifications, ordinals)
      select ${tx.realmId}, n.user_id, n.channel_id, n.color,
        nullif(c.default_push_notifications, false),
        int8multirange(int8range(v.last_ordinal + 1, null))
      from unnest(
        ${pairs.map(({ user }) => user.id)}::bigint[],
        ${pairs.map(({ channel }) => channel.id)}::bigint[],
        ${[...colors]}::text[]
      ) as n (user_id, channel_id, color)
      join channel c on c.realm_id = ${tx.realmId} and c.id = n.channel_id
      join conversation v on v.realm_id = ${tx.realmId} and v.id = c.conversation_id
      on conflict (realm_id, user_id, channel_id) do update
        set is_active = true, ordinals = subscription.ordinals + excluded.ordinals
      returning *`,
  );
}

function incrementCounts(tx: Tx, pairs: readonly SubscriptionPair[]): Promise<ChannelRow[]> {
  return tx.all(
    sql<ChannelRow>`
      update channel c set subscriber_count = c.subscriber_count + n.more
      from (
        select id, count(*) as more from unnest(${pairs.map(({ channel }) => channel.id)}::bigint[]) as id group by id
      ) n
      where c.realm_id = ${tx.realmId} and c.id = n.id
      returning c.*`,
  );
}

/** Publishes the new subscriptions to all users who see the channels, then to the new subscribers. */
async function publishSubscriptions(
  tx: Tx,
  channels: readonly ChannelRow[],
  pairs: readonly SubscriptionPair[],
  rows: readonly SubscriptionRow[],
): Promise<void> {
  const ids = channels.map(({ id }) => id);
  const holders = await readHolders(tx, tx.realmId, channels);
  const usersIn = await subscribersOf(tx, tx.realmId, ids);
  const sizes = new Map(ids.map((id) => [id, usersIn(id).length]));
  const idCount = pairs.reduce((sum, { channel }) => sum + (sizes.get(channel.id) ?? 0), 0);
  const presented = new Map(channels.map((channel) => [channel.id, presentChannel(channel, holders)]));
  for (const channel of channels) {
    const added = pairs.filter((pair) => pair.channel.id === channel.id).map(({ user }) => user);
    const outsiders = await outsidersOf(tx, channel);
    beginPeriods(tx, channel, added, outsiders);
    const newViewers = added.filter((user) => !isOutsider(outsiders, user));
    const stream = presented.get(channel.id);
    if (newViewers.length > 0 && stream !== undefined && idCount <= MAX_PUBLISHED_IDS)
      tx.emit(only(...newViewers.map(({ id }) => id)), { type: 'stream', op: 'create', streams: [stream] });
  }
  const subscriberIds = [...new Set(pairs.map(({ user }) => user.id))];
  if (idCount > MAX_PUBLISHED_IDS) return deleteQueuesOf(tx, subscriberIds);
  const rowsOf = Map.groupBy(rows, (row) => row.user_id);
  for (const id of subscriberIds) {
    const subscriptions = (rowsOf.get(id) ?? []).flatMap((row) => {
      const channel = presented.get(row.channel_id);
      return channel === undefined
        ? []
        : [presentSubscription(channel, row, { subscribers: usersIn(row.channel_id) })];
    });
    tx.emit(only(id), { type: 'subscription', op: 'add', subscriptions });
  }
}

/** The users' periods begin at the log position of the control entry: they receive every later event of the channel. */
function beginPeriods(
  tx: Tx,
  channel: ChannelRow,
  added: readonly User[],
  outsiders: Parameters<typeof isOutsider>[0],
): void {
  const ids = added.map(({ id }) => id);
  tx.emit(channelAudienceFrom(channel, outsiders, ids), {
    type: 'subscription',
    op: 'peer_add',
    stream_ids: [channel.id],
    user_ids: ids,
  });
  const entry = tx.notify({ notice: 'subscribed', channel_id: channel.id, user_ids: ids });
  tx.atPosition(
    (position) => sql`update subscription
      set periods = periods + int8multirange(int8range(${position(entry)}, null))
      where realm_id = ${tx.realmId} and channel_id = ${channel.id} and user_id = any(${ids}::bigint[])`,
  );
}
