import { getUserGroups } from '@parley/contract/endpoints/groups.ts';
import { route } from '../../http/route.ts';
import { noGuests } from '../../people/gates.ts';
import { listGroups } from '../list-groups.ts';

export const getUserGroupsRoute = route(
  getUserGroups,
  async ({ world, realm }, { include_deactivated_groups: deactivated }) => ({
    user_groups: await listGroups(world.pool, realm.id, { deactivated }),
  }),
  noGuests,
);
