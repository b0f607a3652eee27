import * as endpoints from '@parley/contract/endpoints/channel-folders.ts';
import { createFolder, reorderFolders, updateFolder } from './folders.ts';
import { listFolders, presentFolder } from './rows.ts';
import { route, type Route } from '../../http/route.ts';
import { administratorsOnly } from '../../organization/users/gates.ts';

export const channelFolderRoutes: readonly Route[] = [
  route(
    endpoints.createChannelFolder,
    async ({ world, realm, user }, request) => {
      const { id } = await world.write(realm.id, (tx) =>
        createFolder(tx, { realm, user }, request, world.clock.now()),
      );
      return { channel_folder_id: id };
    },
    administratorsOnly,
  ),
  route(endpoints.getChannelFolders, async ({ world, realm }, { include_archived }) => {
    const folders = await listFolders(world.pool, realm.id);
    const listed = folders.filter((folder) => include_archived || !folder.is_archived);
    return { channel_folders: listed.map(presentFolder) };
  }),
  route(
    endpoints.updateChannelFolder,
    async ({ world, realm }, { channel_folder_id, ...change }) => {
      await world.write(realm.id, (tx) => updateFolder(tx, channel_folder_id, change));
      return {};
    },
    administratorsOnly,
  ),
  route(
    endpoints.patchChannelFolders,
    async ({ world, realm }, { order }) => {
      await world.write(realm.id, (tx) => reorderFolders(tx, order));
      return {};
    },
    administratorsOnly,
  ),
];
