import { archiveStream as contract } from '@parley/contract/endpoints/streams.ts';
import { route } from '../../http/route.ts';
import { archiveChannel } from '../archive.ts';

export const archiveStreamRoute = route(contract, async ({ world, realm, person }, { stream_id }) => {
  await world.write(realm.id, (tx) => archiveChannel(tx, { realm, person }, stream_id, world));
  return {};
});
