import { getSubscriptionStatus as contract } from '@parley/contract/endpoints/subscriptions.ts';
import { accessChannel } from '../../channels/access.ts';
import { route } from '../../http/route.ts';
import { accessPerson } from '../../people/access.ts';
import { isSubscribed } from '../queries.ts';

export const getSubscriptionStatusRoute = route(
  contract,
  async ({ world, realm, person }, { user_id, stream_id }) => {
    const actor = { realm, person };
    const other = await accessPerson(world.pool, actor, user_id);
    const channel = await accessChannel(world.pool, actor, stream_id, 'metadata', { archived: 'allowed' });
    return { is_subscribed: await isSubscribed(world.pool, other, channel.id) };
  },
);
