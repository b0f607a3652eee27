import type { Subscription } from '@parley/contract/objects/channel.ts';
import { readHolders } from '../channels/holders.ts';
import { presentChannel } from '../channels/present.ts';
import { subscribersOf } from '../channels/queries.ts';
import type { Reader } from '../db/sql.ts';
import type { Actor } from '../people/person.ts';
import { presentSubscription } from './present.ts';
import { subscribedChannels, subscriptionsOf } from './queries.ts';

/** The subscriptions of somebody as they see them, without archived channels, by name. */
export const listSubscriptions = async (
  reader: Reader,
  { realm, person }: Actor,
  { people }: { people: boolean },
): Promise<Subscription[]> => {
  const channels = await subscribedChannels(reader, person, { archived: false });
  const rows = new Map((await subscriptionsOf(reader, person)).map((row) => [row.channel_id, row]));
  const holders = await readHolders(reader, realm.id, channels);
  const ids = channels.map(({ id }) => id);
  const peopleIn = people ? await subscribersOf(reader, realm.id, ids) : undefined;
  return channels.flatMap((channel) => {
    const row = rows.get(channel.id);
    if (row === undefined) return [];
    const subscribers = peopleIn === undefined ? {} : { subscribers: peopleIn(channel.id) };
    return [presentSubscription(presentChannel(channel, holders), row, subscribers)];
  });
};
