import { createChannelFolder as contract } from '@parley/contract/endpoints/channel-folders.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { createFolder } from '../folders.ts';

export const createChannelFolderRoute = route(
  contract,
  async ({ world, realm, person }, given) => {
    const { id } = await world.write(realm.id, (tx) =>
      createFolder(tx, { realm, person }, given, world.clock.now()),
    );
    return { channel_folder_id: id };
  },
  administratorsOnly,
);
