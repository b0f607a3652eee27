import type { ChannelRow } from '../channels/channel.ts';
import type { Actor, PersonRow } from '../people/person.ts';
import type { World } from '../world.ts';
import { tellPeople } from './tell-people.ts';
import { channelLink, personLink } from './words.ts';

type Pair = { readonly person: Pick<PersonRow, 'id'>; readonly channel: Pick<ChannelRow, 'id' | 'name'> };

/** More people at once are not told. */
export const MOST_TOLD = 100;

/** Tells people into which channels somebody else put them. */
export const tellNewSubscribers = async (
  world: World,
  cause: Actor,
  pairs: readonly Pair[],
): Promise<void> => {
  const others = Map.groupBy(
    pairs.filter(({ person }) => person.id !== cause.person.id),
    ({ person }) => person.id,
  );
  const who = personLink(cause.person);
  await tellPeople(
    world,
    Array.from(others, ([personId, mine]) => ({
      personId,
      cause,
      content:
        mine.length === 1
          ? `${who} subscribed you to the channel ${mine.map(({ channel }) => channelLink(channel)).join()}.`
          : `${who} subscribed you to these channels:\n\n${mine.map(({ channel }) => `* ${channelLink(channel)}`).join('\n')}`,
    })),
  );
};
