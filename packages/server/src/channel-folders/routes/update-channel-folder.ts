import { updateChannelFolder as contract } from '@parley/contract/endpoints/channel-folders.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { updateFolder } from '../folders.ts';

export const updateChannelFolderRoute = route(
  contract,
  async ({ world, realm }, { channel_folder_id, ...change }) => {
    await world.write(realm.id, (tx) => updateFolder(tx, channel_folder_id, change));
    return {};
  },
  administratorsOnly,
);
