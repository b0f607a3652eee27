import { getChannelFolders as contract } from '@parley/contract/endpoints/channel-folders.ts';
import { route } from '../../http/route.ts';
import { presentFolder } from '../present.ts';
import { listFolders } from '../queries.ts';

export const getChannelFoldersRoute = route(contract, async ({ world, realm }, { include_archived }) => {
  const folders = await listFolders(world.pool, realm.id);
  const wanted = folders.filter((folder) => include_archived || !folder.is_archived);
  return { channel_folders: wanted.map(presentFolder) };
});
