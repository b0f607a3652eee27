import { updateUserGroupSubgroups } from '@parley/contract/endpoints/groups.ts';
import { route } from '../../http/route.ts';
import { noGuests } from '../../people/gates.ts';
import { changeMembership } from '../change-membership.ts';

export const updateUserGroupSubgroupsRoute = route(
  updateUserGroupSubgroups,
  async ({ world, realm, person }, { user_group_id: id, add, delete: remove }) => {
    const change = { add_subgroups: add, delete_subgroups: remove };
    await world.write(realm.id, (tx) => changeMembership(tx, { realm, person }, id, change));
    return {};
  },
  noGuests,
);
