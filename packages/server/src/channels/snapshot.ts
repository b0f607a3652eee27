import type { Channel, Subscription } from '@parley/contract/objects/channel.ts';
import { q } from '../db/sql.ts';
import { isGuest } from '../people/person.ts';
import type { ReadState, Viewpoint } from '../queues/snapshot.ts';
import { settingsOf } from '../settings/user-settings.ts';
import { presentSubscription, withoutNulls } from '../subscriptions/present.ts';
import { readHolders } from './holders.ts';
import { byName } from './list.ts';
import { presentChannel } from './present.ts';
import { allChannels, subscribersOf } from './queries.ts';
import { relationsTo } from './relation.ts';
import { canSee } from './rights.ts';

/** All channels that the reader can see. */
export const streamState: ReadState<'stream'> = async (viewpoint) => ({
  streams: [...(await visibleChannels(viewpoint)).values()],
});

/** The same, divided by whether the reader is, was or never was in them. */
export const subscriptionState: ReadState<'subscription'> = async (viewpoint) => {
  const { reader, person, wishes, includeSubscribers } = viewpoint;
  const channels = await visibleChannels(viewpoint);
  const rows = await reader.all(
    q
      .selectFrom('subscription')
      .selectAll()
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id),
  );
  const mine = new Map(rows.map((row) => [row.channel_id, row]));
  const peopleIn = includeSubscribers
    ? await subscribersOf(reader, person.realm_id, [...channels.keys()])
    : undefined;
  const state: {
    subscriptions: Subscription[];
    unsubscribed: Subscription[];
    never_subscribed: (Channel & { subscribers?: number[] })[];
  } = { subscriptions: [], unsubscribed: [], never_subscribed: [] };
  for (const [id, channel] of channels) {
    const people = peopleIn === undefined ? {} : { subscribers: peopleIn(id) };
    const row = mine.get(id);
    if (row === undefined) {
      state.never_subscribed.push({ ...channel, ...people });
      continue;
    }
    const shown = presentSubscription(channel, row, people);
    const fit =
      wishes.capabilities.notification_settings_null === true
        ? shown
        : withoutNulls(shown, settingsOf(person));
    (row.is_active ? state.subscriptions : state.unsubscribed).push(fit);
  }
  return state;
};

const visibleChannels = async ({
  reader,
  realm,
  person,
  wishes,
}: Viewpoint): Promise<Map<number, Channel>> => {
  const withArchived = wishes.capabilities.archived_channels === true;
  const rows = (await allChannels(reader, realm.id)).filter((row) => withArchived || !row.is_archived);
  const relationOf = await relationsTo(reader, person, rows);
  const seen = rows.filter((row) => canSee(person, row, relationOf(row)));
  const holders = await readHolders(reader, realm.id, seen);
  return new Map(seen.toSorted(byName).map((row) => [row.id, presentChannel(row, holders)]));
};

/** Guests are not told. */
export const defaultStreamsState: ReadState<'default_streams'> = async ({ reader, realm, person }) => {
  if (isGuest(person)) return { realm_default_streams: [] };
  const rows = await reader.all(
    q
      .selectFrom('channel')
      .select('id')
      .where('realm_id', '=', realm.id)
      .where('is_default', '=', true)
      .orderBy('id'),
  );
  return { realm_default_streams: rows.map(({ id }) => id) };
};
