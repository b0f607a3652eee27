import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import { isGuest, type PersonRow } from '../people/person.ts';
import type { ChannelRow } from './channel.ts';
import { defaultChannelIds } from './create.ts';
import { endQueuesOf } from '../people/end-queues.ts';
import { readHolders } from './holders.ts';
import { presentChannel } from './present.ts';
import { allChannels, subscribersOf } from './queries.ts';
import { relationsTo } from './relation.ts';
import { canSee } from './rights.ts';

type Person = Pick<PersonRow, 'id' | 'realm_id' | 'role' | 'is_full_member'>;

/** Beyond this many channels or people in them, reading everything again is cheaper than being told. */
const MOST_CHANNELS = 500;
const MOST_PEOPLE = 20_000;

/** The channels that somebody sees now. */
export const seenBy = async (tx: Tx, person: Person): Promise<ReadonlySet<number>> => {
  const channels = await allChannels(tx, tx.realmId);
  const relationOf = await relationsTo(tx, person, channels);
  return new Set(
    channels.filter((channel) => canSee(person, channel, relationOf(channel))).map(({ id }) => id),
  );
};

/** Tells somebody which channels came into sight and which went out of it since `before`. */
export const tellSight = async (tx: Tx, person: Person, before: ReadonlySet<number>): Promise<void> => {
  const after = await seenBy(tx, person);
  const lost = [...before].filter((id) => !after.has(id));
  const gained = (await allChannels(tx, tx.realmId)).filter(({ id }) => after.has(id) && !before.has(id));
  if (lost.length + gained.length === 0) return;
  const people = gained.reduce((sum, channel) => sum + channel.subscriber_count, 0);
  const isMuch = lost.length + gained.length > MOST_CHANNELS || people > MOST_PEOPLE;
  if (isMuch || (await wasIn(tx, person, gained))) return endQueuesOf(tx, [person.id]);
  if (gained.length > 0) await show(tx, person, gained);
  if (lost.length > 0)
    tx.emit(only(person.id), {
      type: 'stream',
      op: 'delete',
      stream_ids: lost,
      streams: lost.map((stream_id) => ({ stream_id })),
    });
};

/** Guests are not told which channels are those of new people. */
export const tellDefaults = async (tx: Tx, before: Person, after: Person): Promise<void> => {
  if (isGuest(before) === isGuest(after)) return;
  const default_streams = isGuest(after) ? [] : await defaultChannelIds(tx);
  tx.emit(only(after.id), { type: 'default_streams', default_streams });
};

const show = async (tx: Tx, person: Person, channels: readonly ChannelRow[]): Promise<void> => {
  const holders = await readHolders(tx, tx.realmId, channels);
  const peopleIn = await subscribersOf(
    tx,
    tx.realmId,
    channels.map(({ id }) => id),
  );
  // People who are told next are not counted twice.
  const streams = channels.map((channel) => ({ ...presentChannel(channel, holders), subscriber_count: 0 }));
  tx.emit(only(person.id), { type: 'stream', op: 'create', streams });
  for (const { id } of channels)
    if (peopleIn(id).length > 0)
      tx.emit(only(person.id), {
        type: 'subscription',
        op: 'peer_add',
        stream_ids: [id],
        user_ids: peopleIn(id),
      });
};

/** Who once was in a channel finds it among those left, with choices that no event tells. */
const wasIn = async (tx: Tx, person: Person, channels: readonly ChannelRow[]): Promise<boolean> => {
  const row = await tx.first(
    q
      .selectFrom('subscription')
      .select('channel_id')
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', person.id)
      .where('channel_id', '=', sql<number>`any(${channels.map(({ id }) => id)}::bigint[])`)
      .limit(1),
  );
  return row !== undefined;
};
