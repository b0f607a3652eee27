import { isOutsider, outsidersOf, seersFrom } from '../channels/audience.ts';
import { type ChannelRow, readHolders, type SubscriptionRow } from '../channels/channel.ts';
import { presentChannel } from '../channels/present.ts';
import { subscribersOf } from '../channels/queries.ts';
import { nextColor } from './colors.ts';
import { presentSubscription } from './present.ts';
import { q, type Reader, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import type { UserRow } from '../../http/actor.ts';
import { endQueuesOf } from '../../organization/users/end-queues.ts';
import type { Server } from '../../organization/users/server.ts';
import { watchComingAndGoing } from '../../organization/users/visibility/watch-guests.ts';

type User = Pick<UserRow, 'id' | 'role'>;

export type Pair = { readonly user: User; readonly channel: ChannelRow };

/** Beyond this many ids in events, it is cheaper for the new subscribers to register anew. */
const MOST_IDS = 200_000;

/**
 * Subscribes active users to channels whose conversations are locked; answers who was not subscribed before.
 * Somebody who comes back finds the choices of before.
 */
export async function addSubscribers(
  tx: Tx,
  server: Server,
  channels: readonly ChannelRow[],
  users: readonly User[],
  colors: ReadonlyMap<number, string> = new Map(),
): Promise<Pair[]> {
  const known = await readRows(tx, channels, users);
  const active = new Set(known.filter((row) => row.is_active).map(pairKey));
  const pairs = users
    .flatMap((user) => channels.map((channel) => ({ user, channel })))
    .filter(({ user, channel }) => !active.has(`${user.id} ${channel.id}`));
  if (pairs.length === 0) return [];
  const tellGuests = await watchComingAndGoing(tx, server, idsOf(channels), idsOf(users));
  const rows = await insertRows(tx, pairs, await chooseColors(tx, pairs, known, colors));
  const now = await count(tx, pairs);
  await tellGuests();
  await announce(tx, now, pairs, rows);
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

/** Colours of new rows, pair by pair. Rows that exist keep theirs. */
async function chooseColors(
  reader: Reader,
  pairs: readonly Pair[],
  known: readonly Pick<SubscriptionRow, 'user_id' | 'channel_id'>[],
  wanted: ReadonlyMap<number, string>,
): Promise<string[]> {
  const rows = await reader.all(
    sql<{ user_id: number; colors: string[] }>`
      select user_id, array_agg(distinct color) as colors from subscription
      where realm_id = ${pairs[0]?.channel.realm_id ?? 0}
        and user_id = any(${[...new Set(pairs.map(({ user }) => user.id))]}::bigint[])
      group by user_id`,
  );
  const used = new Map(rows.map((row) => [row.user_id, new Set(row.colors)]));
  const old = new Set(known.map(pairKey));
  return pairs.map(({ user, channel }) => {
    const mine = used.get(user.id) ?? new Set();
    const color = wanted.get(channel.id) ?? nextColor(mine, channel.id);
    if (!old.has(`${user.id} ${channel.id}`)) used.set(user.id, mine.add(color));
    return color;
  });
}

function insertRows(tx: Tx, pairs: readonly Pair[], colors: readonly string[]): Promise<SubscriptionRow[]> {
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

function count(tx: Tx, pairs: readonly Pair[]): Promise<ChannelRow[]> {
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

/** Tells those who see the channels, then those who came. */
async function announce(
  tx: Tx,
  channels: readonly ChannelRow[],
  pairs: readonly Pair[],
  rows: readonly SubscriptionRow[],
): Promise<void> {
  const ids = channels.map(({ id }) => id);
  const holders = await readHolders(tx, tx.realmId, channels);
  const usersIn = await subscribersOf(tx, tx.realmId, ids);
  const sizes = new Map(ids.map((id) => [id, usersIn(id).length]));
  const weight = pairs.reduce((sum, { channel }) => sum + (sizes.get(channel.id) ?? 0), 0);
  const shown = new Map(channels.map((channel) => [channel.id, presentChannel(channel, holders)]));
  for (const channel of channels) {
    const came = pairs.filter((pair) => pair.channel.id === channel.id).map(({ user }) => user);
    const outsiders = await outsidersOf(tx, channel);
    enter(tx, channel, came, outsiders);
    const strangers = came.filter((user) => !isOutsider(outsiders, user));
    const stream = shown.get(channel.id);
    if (strangers.length > 0 && stream !== undefined && weight <= MOST_IDS)
      tx.emit(only(...strangers.map(({ id }) => id)), { type: 'stream', op: 'create', streams: [stream] });
  }
  const newcomers = [...new Set(pairs.map(({ user }) => user.id))];
  if (weight > MOST_IDS) return endQueuesOf(tx, newcomers);
  const rowsOf = Map.groupBy(rows, (row) => row.user_id);
  for (const id of newcomers) {
    const subscriptions = (rowsOf.get(id) ?? []).flatMap((row) => {
      const channel = shown.get(row.channel_id);
      return channel === undefined
        ? []
        : [presentSubscription(channel, row, { subscribers: usersIn(row.channel_id) })];
    });
    tx.emit(only(id), { type: 'subscription', op: 'add', subscriptions });
  }
}

/** From the place of the notice on they are in the channel: what comes behind it is for them too. */
function enter(
  tx: Tx,
  channel: ChannelRow,
  came: readonly User[],
  outsiders: Parameters<typeof isOutsider>[0],
): void {
  const ids = came.map(({ id }) => id);
  tx.emit(seersFrom(channel, outsiders, ids), {
    type: 'subscription',
    op: 'peer_add',
    stream_ids: [channel.id],
    user_ids: ids,
  });
  const place = tx.notify({ notice: 'subscribed', channel_id: channel.id, user_ids: ids });
  tx.atPosition(
    (position) => sql`update subscription
      set periods = periods + int8multirange(int8range(${position(place)}, null))
      where realm_id = ${tx.realmId} and channel_id = ${channel.id} and user_id = any(${ids}::bigint[])`,
  );
}
