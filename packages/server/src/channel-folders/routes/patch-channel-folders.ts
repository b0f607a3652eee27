import { patchChannelFolders as contract } from '@parley/contract/endpoints/channel-folders.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { reorderFolders } from '../folders.ts';

export const patchChannelFoldersRoute = route(
  contract,
  async ({ world, realm }, { order }) => {
    await world.write(realm.id, (tx) => reorderFolders(tx, order));
    return {};
  },
  administratorsOnly,
);
