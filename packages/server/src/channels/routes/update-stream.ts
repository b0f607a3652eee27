import { updateStream as contract } from '@parley/contract/endpoints/streams.ts';
import { route } from '../../http/route.ts';
import { updateChannel } from '../update.ts';

export const updateStreamRoute = route(
  contract,
  async ({ world, realm, person }, { stream_id, ...change }) => {
    await world.write(realm.id, (tx) => updateChannel(tx, { realm, person }, stream_id, change, world));
    return {};
  },
);
