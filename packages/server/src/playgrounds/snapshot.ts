import type { ReadState } from '../queues/snapshot.ts';
import { presentPlayground } from './present.ts';
import { listPlaygrounds } from './queries.ts';

export const realmPlaygroundsState: ReadState<'realm_playgrounds'> = async ({ reader, realm }) => ({
  realm_playgrounds: (await listPlaygrounds(reader, realm.id)).map(presentPlayground),
});
