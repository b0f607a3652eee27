import { getIsUserGroupMember } from '@parley/contract/endpoints/groups.ts';
import { route } from '../../http/route.ts';
import { accessPerson } from '../../people/access.ts';
import { noGuests } from '../../people/gates.ts';
import { accessReadableGroup } from '../access.ts';
import { isMember } from '../is-member.ts';

export const getIsUserGroupMemberRoute = route(
  getIsUserGroupMember,
  async ({ world, realm, person }, { user_group_id, user_id, direct_member_only }) => {
    const group = await accessReadableGroup(world.pool, realm.id, user_group_id);
    const other = await accessPerson(world.pool, { realm, person }, user_id);
    return { is_user_group_member: await isMember(world.pool, group, other, direct_member_only) };
  },
  noGuests,
);
