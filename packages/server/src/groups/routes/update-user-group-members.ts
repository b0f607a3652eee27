import { updateUserGroupMembers } from '@parley/contract/endpoints/groups.ts';
import { route } from '../../http/route.ts';
import { noGuests } from '../../people/gates.ts';
import { changeMembership } from '../change-membership.ts';

export const updateUserGroupMembersRoute = route(
  updateUserGroupMembers,
  async ({ world, realm, person }, { user_group_id: id, ...change }) => {
    await world.write(realm.id, (tx) => changeMembership(tx, { realm, person }, id, change));
    return {};
  },
  noGuests,
);
