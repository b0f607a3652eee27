import { getStreams as contract } from '@parley/contract/endpoints/streams.ts';
import { route } from '../../http/route.ts';
import { readHolders } from '../holders.ts';
import { listChannels } from '../list.ts';
import { presentChannel } from '../present.ts';

export const getStreamsRoute = route(contract, async ({ world, realm, person }, wanted) => {
  const channels = await listChannels(world.pool, { realm, person }, wanted);
  const holders = await readHolders(world.pool, realm.id, channels);
  return {
    streams: channels.map((channel) => ({
      ...presentChannel(channel, holders),
      ...(wanted.include_default ? { is_default: channel.is_default } : {}),
    })),
  };
});
