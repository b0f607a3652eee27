import { getUserGroupSubgroups } from '@parley/contract/endpoints/groups.ts';
import { route } from '../../http/route.ts';
import { noGuests } from '../../people/gates.ts';
import { accessReadableGroup } from '../access.ts';
import { subgroupsIn } from '../inside.ts';

export const getUserGroupSubgroupsRoute = route(
  getUserGroupSubgroups,
  async ({ world, realm }, { user_group_id, direct_subgroup_only: direct }) => {
    const group = await accessReadableGroup(world.pool, realm.id, user_group_id);
    return { subgroups: await subgroupsIn(world.pool, group, direct) };
  },
  noGuests,
);
