import type { ReadState } from '../queues/snapshot.ts';
import { listGroups } from './list-groups.ts';

export const realmUserGroupsState: ReadState<'realm_user_groups'> = async ({ reader, realm, wishes }) => ({
  realm_user_groups: await listGroups(reader, realm.id, {
    deactivated: wishes.capabilities.include_deactivated_groups === true,
  }),
});
