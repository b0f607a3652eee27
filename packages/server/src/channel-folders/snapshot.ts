import type { ReadState } from '../queues/snapshot.ts';
import { presentFolder } from './present.ts';
import { listFolders } from './queries.ts';

export const channelFoldersState: ReadState<'channel_folders'> = async ({ reader, realm }) => ({
  channel_folders: (await listFolders(reader, realm.id)).map(presentFolder),
});
