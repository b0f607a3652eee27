import { getStreamById as contract } from '@parley/contract/endpoints/streams.ts';
import { route } from '../../http/route.ts';
import { accessChannel } from '../access.ts';
import { readHolders } from '../holders.ts';
import { presentChannel } from '../present.ts';

export const getStreamByIdRoute = route(contract, async ({ world, realm, person }, { stream_id }) => {
  const channel = await accessChannel(world.pool, { realm, person }, stream_id, 'metadata', {
    archived: 'allowed',
  });
  return { stream: presentChannel(channel, await readHolders(world.pool, realm.id, [channel])) };
});
