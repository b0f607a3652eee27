import { getSubscribers as contract } from '@parley/contract/endpoints/streams.ts';
import { route } from '../../http/route.ts';
import { accessChannel } from '../access.ts';
import { subscribersOf } from '../queries.ts';

export const getSubscribersRoute = route(contract, async ({ world, realm, person }, { stream_id }) => {
  const { id } = await accessChannel(world.pool, { realm, person }, stream_id, 'metadata', {
    archived: 'allowed',
  });
  const peopleIn = await subscribersOf(world.pool, realm.id, [id]);
  return { subscribers: peopleIn(id) };
});
