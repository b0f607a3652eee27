import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import type { LoggedEvent } from '../log/logged-event.ts';
import type { PersonRow } from '../people/person.ts';
import type { Server } from '../people/server.ts';
import { watchComingAndGoing } from '../people/watch-guests.ts';
import type { Pair } from './add-subscribers.ts';
import { isOutsider, outsidersOf, seersFrom } from './audience.ts';
import type { ChannelRow } from './channel.ts';
import { endQueuesOf } from '../people/end-queues.ts';

type Person = Pick<PersonRow, 'id' | 'role'>;

/** When more leave at once, it is cheaper for them to register anew than to be told of each other. */
const MOST_TOLD = 100;

/** Unsubscribes active people from channels whose conversations are locked; answers who was subscribed. */
export const removeSubscribers = async (
  tx: Tx,
  server: Server,
  channels: readonly ChannelRow[],
  people: readonly Person[],
): Promise<Pair[]> => {
  const tellGuests = await watchComingAndGoing(
    tx,
    server,
    channels.map(({ id }) => id),
    people.map(({ id }) => id),
  );
  const rows = await leave(tx, channels, people);
  const byId = new Map(people.map((person) => [person.id, person]));
  const left = new Map(channels.map((channel) => [channel.id, channel]));
  const pairs = rows.flatMap((row): Pair[] => {
    const [person, channel] = [byId.get(row.person_id), left.get(row.channel_id)];
    return person === undefined || channel === undefined ? [] : [{ person, channel }];
  });
  if (pairs.length > 0) await announce(tx, pairs);
  await tellGuests();
  return pairs;
};

const leave = async (
  tx: Tx,
  channels: readonly ChannelRow[],
  people: readonly Person[],
): Promise<{ person_id: number; channel_id: number }[]> => {
  const rows = await tx.all(
    sql<{ person_id: number; channel_id: number }>`
      update subscription s
      set is_active = false, ordinals = s.ordinals * int8multirange(int8range(null, v.last_ordinal + 1))
      from channel c join conversation v on v.realm_id = c.realm_id and v.id = c.conversation_id
      where s.realm_id = ${tx.realmId} and c.realm_id = ${tx.realmId} and c.id = s.channel_id and s.is_active
        and s.channel_id = any(${channels.map(({ id }) => id)}::bigint[])
        and s.person_id = any(${people.map(({ id }) => id)}::bigint[])
      returning s.person_id, s.channel_id`,
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
};

const announce = async (tx: Tx, pairs: readonly Pair[]): Promise<void> => {
  const told = new Map<number, { name: string; stream_id: number }[]>();
  const hidden = new Map<number, number[]>();
  const later: (() => void)[] = [];
  let isCrowd = false;
  for (const gone of Map.groupBy(pairs, ({ channel }) => channel.id).values()) {
    const channel = gone[0]?.channel;
    if (channel === undefined) continue;
    const ids = gone.map(({ person }) => person.id);
    const outsiders = await outsidersOf(tx, channel);
    exit(tx, channel, ids);
    tx.emit(seersFrom(channel, outsiders, ids), peersLeft(channel, ids));
    isCrowd ||= ids.length > MOST_TOLD;
    for (const { person } of gone) {
      push(told, person.id, { name: channel.name, stream_id: channel.id });
      if (!isOutsider(outsiders, person)) push(hidden, person.id, channel.id);
      else if (ids.length > 1)
        later.push(() => {
          const others = ids.filter((id) => id !== person.id);
          tx.emit(only(person.id), peersLeft(channel, others));
        });
    }
  }
  if (isCrowd) return endQueuesOf(tx, [...told.keys()]);
  for (const [id, subscriptions] of told)
    tx.emit(only(id), { type: 'subscription', op: 'remove', subscriptions });
  for (const tell of later) tell();
  for (const [id, stream_ids] of hidden) {
    const streams = stream_ids.map((stream_id) => ({ stream_id }));
    tx.emit(only(id), { type: 'stream', op: 'delete', stream_ids, streams });
  }
};

const peersLeft = (channel: ChannelRow, user_ids: number[]): LoggedEvent => ({
  type: 'subscription',
  op: 'peer_remove',
  stream_ids: [channel.id],
  user_ids,
});

/** From the place of the notice on they are no longer in the channel. */
const exit = (tx: Tx, channel: ChannelRow, ids: number[]): void => {
  const place = tx.notify({ notice: 'unsubscribed', channel_id: channel.id, person_ids: ids });
  tx.atPosition(
    (position) => sql`update subscription
      set periods = periods * int8multirange(int8range(null, ${position(place)}))
      where realm_id = ${tx.realmId} and channel_id = ${channel.id} and person_id = any(${ids}::bigint[])`,
  );
};

const push = <T>(lists: Map<number, T[]>, key: number, item: T): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
};
