import { getUserChannels as contract } from '@parley/contract/endpoints/subscriptions.ts';
import { relationsTo } from '../../channels/relation.ts';
import { canSee } from '../../channels/rights.ts';
import { route } from '../../http/route.ts';
import { accessPerson } from '../../people/access.ts';
import { subscribedChannels } from '../queries.ts';

export const getUserChannelsRoute = route(contract, async ({ world, realm, person }, { user_id }) => {
  const other = await accessPerson(world.pool, { realm, person }, user_id);
  const channels = await subscribedChannels(world.pool, other, { archived: false });
  const relationOf = await relationsTo(world.pool, person, channels);
  const seen = channels.filter((channel) => canSee(person, channel, relationOf(channel)));
  return { subscribed_channel_ids: seen.map(({ id }) => id).toSorted((a, b) => a - b) };
});
