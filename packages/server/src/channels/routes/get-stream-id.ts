import { getStreamId as contract } from '@parley/contract/endpoints/streams.ts';
import { route } from '../../http/route.ts';
import { accessByName } from '../access.ts';

export const getStreamIdRoute = route(contract, async ({ world, realm, person }, { stream }) => {
  const { id } = await accessByName(world.pool, { realm, person }, stream, 'content', {
    archived: 'refused',
  });
  return { stream_id: id };
});
