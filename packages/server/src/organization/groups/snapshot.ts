import { Json } from '../../engine/json-pieces.ts';
import type { ReadState } from '../../http/snapshot.ts';
import { listGroups } from './list-groups.ts';

export const realmUserGroupsState: ReadState<'realm_user_groups'> = async (viewpoint) => {
  const { bulk, realm, clientOptions, shared, versions } = viewpoint;
  const deactivated = clientOptions.capabilities.include_deactivated_groups === true;
  const { bytes } = await shared.read(
    `${realm.id} groups ${deactivated}`,
    [versions.groups, versions.roster],
    async () => {
      const list = Buffer.from(JSON.stringify(await listGroups(bulk, realm.id, { deactivated })));
      return { bytes: list, size: list.length };
    },
  );
  return { realm_user_groups: new Json(bytes) };
};
