import { q, sql, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import type { PersonRow } from '../people/person.ts';
import type { Server } from '../people/server.ts';
import { watchComingAndGoing } from '../people/watch-guests.ts';
import { presentSubscription } from '../subscriptions/present.ts';
import { isOutsider, outsidersOf, seersFrom } from './audience.ts';
import type { ChannelRow, SubscriptionRow } from './channel.ts';
import { nextColor } from './colors.ts';
import { endQueuesOf } from '../people/end-queues.ts';
import { readHolders } from './holders.ts';
import { presentChannel } from './present.ts';
import { subscribersOf } from './queries.ts';

type Person = Pick<PersonRow, 'id' | 'role'>;

export type Pair = { readonly person: Person; readonly channel: ChannelRow };

/** Beyond this many ids in events, it is cheaper for the new subscribers to register anew. */
const MOST_IDS = 200_000;

/**
 * Subscribes active people to channels whose conversations are locked; answers who was not subscribed before.
 * Somebody who comes back finds the choices of before.
 */
export const addSubscribers = async (
  tx: Tx,
  server: Server,
  channels: readonly ChannelRow[],
  people: readonly Person[],
  colors: ReadonlyMap<number, string> = new Map(),
): Promise<Pair[]> => {
  const known = await readRows(tx, channels, people);
  const active = new Set(known.filter((row) => row.is_active).map(pairKey));
  const pairs = people
    .flatMap((person) => channels.map((channel) => ({ person, channel })))
    .filter(({ person, channel }) => !active.has(`${person.id} ${channel.id}`));
  if (pairs.length === 0) return [];
  const tellGuests = await watchComingAndGoing(tx, server, idsOf(channels), idsOf(people));
  const rows = await insertRows(tx, pairs, await chooseColors(tx, pairs, known, colors));
  const now = await count(tx, pairs);
  await tellGuests();
  await announce(tx, now, pairs, rows);
  return pairs;
};

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

const pairKey = (row: Pick<SubscriptionRow, 'person_id' | 'channel_id'>): string =>
  `${row.person_id} ${row.channel_id}`;

const readRows = (tx: Tx, channels: readonly ChannelRow[], people: readonly Person[]) =>
  tx.all(
    q
      .selectFrom('subscription')
      .select(['person_id', 'channel_id', 'is_active'])
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', sql<number>`any(${people.map(({ id }) => id)}::bigint[])`)
      .where('channel_id', '=', sql<number>`any(${channels.map(({ id }) => id)}::bigint[])`),
  );

/** Colours of new rows, pair by pair. Rows that exist keep theirs. */
const chooseColors = async (
  reader: Reader,
  pairs: readonly Pair[],
  known: readonly Pick<SubscriptionRow, 'person_id' | 'channel_id'>[],
  wanted: ReadonlyMap<number, string>,
): Promise<string[]> => {
  const rows = await reader.all(
    sql<{ person_id: number; colors: string[] }>`
      select person_id, array_agg(distinct color) as colors from subscription
      where realm_id = ${pairs[0]?.channel.realm_id ?? 0}
        and person_id = any(${[...new Set(pairs.map(({ person }) => person.id))]}::bigint[])
      group by person_id`,
  );
  const used = new Map(rows.map((row) => [row.person_id, new Set(row.colors)]));
  const old = new Set(known.map(pairKey));
  return pairs.map(({ person, channel }) => {
    const mine = used.get(person.id) ?? new Set();
    const color = wanted.get(channel.id) ?? nextColor(mine, channel.id);
    if (!old.has(`${person.id} ${channel.id}`)) used.set(person.id, mine.add(color));
    return color;
  });
};

const insertRows = (tx: Tx, pairs: readonly Pair[], colors: readonly string[]): Promise<SubscriptionRow[]> =>
  tx.all(
    sql<SubscriptionRow>`
      insert into subscription (realm_id, person_id, channel_id, color, push_notifications, ordinals)
      select ${tx.realmId}, n.person_id, n.channel_id, n.color,
        nullif(c.default_push_notifications, false),
        int8multirange(int8range(v.last_ordinal + 1, null))
      from unnest(
        ${pairs.map(({ person }) => person.id)}::bigint[],
        ${pairs.map(({ channel }) => channel.id)}::bigint[],
        ${[...colors]}::text[]
      ) as n (person_id, channel_id, color)
      join channel c on c.realm_id = ${tx.realmId} and c.id = n.channel_id
      join conversation v on v.realm_id = ${tx.realmId} and v.id = c.conversation_id
      on conflict (realm_id, person_id, channel_id) do update
        set is_active = true, ordinals = subscription.ordinals + excluded.ordinals
      returning *`,
  );

const count = (tx: Tx, pairs: readonly Pair[]): Promise<ChannelRow[]> =>
  tx.all(
    sql<ChannelRow>`
      update channel c set subscriber_count = c.subscriber_count + n.more
      from (
        select id, count(*) as more from unnest(${pairs.map(({ channel }) => channel.id)}::bigint[]) as id group by id
      ) n
      where c.realm_id = ${tx.realmId} and c.id = n.id
      returning c.*`,
  );

/** Tells those who see the channels, then those who came. */
const announce = async (
  tx: Tx,
  channels: readonly ChannelRow[],
  pairs: readonly Pair[],
  rows: readonly SubscriptionRow[],
): Promise<void> => {
  const ids = channels.map(({ id }) => id);
  const holders = await readHolders(tx, tx.realmId, channels);
  const peopleIn = await subscribersOf(tx, tx.realmId, ids);
  const sizes = new Map(ids.map((id) => [id, peopleIn(id).length]));
  const weight = pairs.reduce((sum, { channel }) => sum + (sizes.get(channel.id) ?? 0), 0);
  const shown = new Map(channels.map((channel) => [channel.id, presentChannel(channel, holders)]));
  for (const channel of channels) {
    const came = pairs.filter((pair) => pair.channel.id === channel.id).map(({ person }) => person);
    const outsiders = await outsidersOf(tx, channel);
    enter(tx, channel, came, outsiders);
    const strangers = came.filter((person) => !isOutsider(outsiders, person));
    const stream = shown.get(channel.id);
    if (strangers.length > 0 && stream !== undefined && weight <= MOST_IDS)
      tx.emit(only(...strangers.map(({ id }) => id)), { type: 'stream', op: 'create', streams: [stream] });
  }
  const newcomers = [...new Set(pairs.map(({ person }) => person.id))];
  if (weight > MOST_IDS) return endQueuesOf(tx, newcomers);
  const rowsOf = Map.groupBy(rows, (row) => row.person_id);
  for (const id of newcomers) {
    const subscriptions = (rowsOf.get(id) ?? []).flatMap((row) => {
      const channel = shown.get(row.channel_id);
      return channel === undefined
        ? []
        : [presentSubscription(channel, row, { subscribers: peopleIn(row.channel_id) })];
    });
    tx.emit(only(id), { type: 'subscription', op: 'add', subscriptions });
  }
};

/** From the place of the notice on they are in the channel: what comes behind it is for them too. */
const enter = (
  tx: Tx,
  channel: ChannelRow,
  came: readonly Person[],
  outsiders: Parameters<typeof isOutsider>[0],
): void => {
  const ids = came.map(({ id }) => id);
  tx.emit(seersFrom(channel, outsiders, ids), {
    type: 'subscription',
    op: 'peer_add',
    stream_ids: [channel.id],
    user_ids: ids,
  });
  const place = tx.notify({ notice: 'subscribed', channel_id: channel.id, person_ids: ids });
  tx.atPosition(
    (position) => sql`update subscription
      set periods = periods + int8multirange(int8range(${position(place)}, null))
      where realm_id = ${tx.realmId} and channel_id = ${channel.id} and person_id = any(${ids}::bigint[])`,
  );
};
