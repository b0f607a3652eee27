import { getUserGroupMembers } from '@parley/contract/endpoints/groups.ts';
import { route } from '../../http/route.ts';
import { noGuests } from '../../people/gates.ts';
import { accessReadableGroup } from '../access.ts';
import { directMembersOf, peopleInGroups } from '../inside.ts';

export const getUserGroupMembersRoute = route(
  getUserGroupMembers,
  async ({ world, realm }, { user_group_id: id, direct_member_only: direct }) => {
    const group = await accessReadableGroup(world.pool, realm.id, id);
    const members = direct
      ? await directMembersOf(world.pool, realm.id, group)
      : await peopleInGroups(world.pool, realm.id, [group.id]);
    return { members };
  },
  noGuests,
);
