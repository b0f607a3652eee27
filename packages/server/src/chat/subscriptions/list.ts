import type { Subscription } from '@parley/contract/objects/channel.ts';
import { readHolders } from '../channels/channel.ts';
import { presentChannel } from '../channels/present.ts';
import { subscribersOf } from '../channels/queries.ts';
import { presentSubscription } from './present.ts';
import { subscribedChannels, subscriptionsOf } from './queries.ts';
import type { Reader } from '../../engine/db/sql.ts';
import type { Actor } from '../../http/actor.ts';

/** The user's subscriptions, sorted by name, without archived channels. */
export async function listSubscriptions(
  reader: Reader,
  { realm, user }: Actor,
  { users }: { users: boolean },
): Promise<Subscription[]> {
  const channels = await subscribedChannels(reader, user, { archived: false });
  const rows = new Map((await subscriptionsOf(reader, user)).map((row) => [row.channel_id, row]));
  const holders = await readHolders(reader, realm.id, channels);
  const ids = channels.map(({ id }) => id);
  const usersIn = users ? await subscribersOf(reader, realm.id, ids) : undefined;
  return channels.flatMap((channel) => {
    const row = rows.get(channel.id);
    if (row === undefined) return [];
    const subscribers = usersIn === undefined ? {} : { subscribers: usersIn(channel.id) };
    return [presentSubscription(presentChannel(channel, holders), row, subscribers)];
  });
}
