import type { ChannelRow } from '../channels/channel.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { notifyUsers } from './notify-users.ts';
import { channelLink, userLink } from './words.ts';

type Pair = { readonly user: Pick<UserRow, 'id'>; readonly channel: Pick<ChannelRow, 'id' | 'name'> };

/** More users at once are not told. */
export const MOST_TOLD = 100;

/** Tells users into which channels somebody else put them. */
export async function notifyNewSubscribers(
  world: World,
  cause: Actor,
  pairs: readonly Pair[],
): Promise<void> {
  const others = Map.groupBy(
    pairs.filter(({ user }) => user.id !== cause.user.id),
    ({ user }) => user.id,
  );
  const who = userLink(cause.user);
  await notifyUsers(
    world,
    Array.from(others, ([userId, mine]) => ({
      userId,
      cause,
      content:
        mine.length === 1
          ? `${who} subscribed you to the channel ${mine.map(({ channel }) => channelLink(channel)).join()}.`
          : `${who} subscribed you to these channels:\n\n${mine.map(({ channel }) => `* ${channelLink(channel)}`).join('\n')}`,
    })),
  );
}
