import type { ChannelRow } from '../channels/channel.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { notifyUsers } from './notify-users.ts';
import { channelLink, userLink } from './links.ts';

type Pair = { readonly user: Pick<UserRow, 'id'>; readonly channel: Pick<ChannelRow, 'id' | 'name'> };

/** With more new subscribers in a request, none are notified. */
export const MAX_NOTIFIED_SUBSCRIBERS = 100;

/** Notifies users of channels to which another user subscribed them. */
export async function notifyNewSubscribers(
  world: World,
  cause: Actor,
  pairs: readonly Pair[],
): Promise<void> {
  const others = Map.groupBy(
    pairs.filter(({ user }) => user.id !== cause.user.id),
    ({ user }) => user.id,
  );
  const causeLink = userLink(cause.user);
  await notifyUsers(
    world,
    Array.from(others, ([userId, ownPairs]) => ({
      userId,
      cause,
      content:
        ownPairs.length === 1
          ? `${causeLink} subscribed you to the channel ${ownPairs.map(({ channel }) => channelLink(channel)).join()}.`
          : `${causeLink} subscribed you to these channels:\n\n${ownPairs.map(({ channel }) => `* ${channelLink(channel)}`).join('\n')}`,
    })),
  );
}
