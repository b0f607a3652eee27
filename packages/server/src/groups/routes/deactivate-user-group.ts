import { deactivateUserGroup } from '@parley/contract/endpoints/groups.ts';
import { route } from '../../http/route.ts';
import { deactivateGroup } from '../deactivate-group.ts';

export const deactivateUserGroupRoute = route(
  deactivateUserGroup,
  async ({ world, realm, person }, { user_group_id: id }) => {
    await world.write(realm.id, (tx) => deactivateGroup(tx, { realm, person }, id));
    return {};
  },
);
