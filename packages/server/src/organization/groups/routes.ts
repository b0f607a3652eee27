import * as endpoints from '@parley/contract/endpoints/groups.ts';
import { route, type Route } from '../../http/route.ts';
import { accessReadableGroup } from './access.ts';
import { changeMembership } from './change-membership.ts';
import { createGroup } from './create-group.ts';
import { deactivateGroup } from './deactivate-group.ts';
import { directMembersOf, usersInGroups, subgroupsIn } from './inside.ts';
import { isMember } from './is-member.ts';
import { listGroups } from './list-groups.ts';
import { updateGroup } from './update-group.ts';
import { accessUser } from '../users/access.ts';
import { noGuests } from '../users/gates.ts';

export const groupRoutes: readonly Route[] = [
  route(
    endpoints.getUserGroups,
    async ({ world, realm }, { include_deactivated_groups: deactivated }) => ({
      user_groups: await listGroups(world.pool, realm.id, { deactivated }),
    }),
    noGuests,
  ),
  route(
    endpoints.createUserGroup,
    async ({ world, realm, user }, given) => ({
      group_id: await world.write(realm.id, (tx) =>
        createGroup(tx, { realm, user }, given, world.clock.now()),
      ),
    }),
    noGuests,
  ),
  route(
    endpoints.updateUserGroup,
    async ({ world, realm, user }, given) => {
      await world.write(realm.id, (tx) => updateGroup(tx, { realm, user }, given));
      return {};
    },
    noGuests,
  ),
  route(endpoints.deactivateUserGroup, async ({ world, realm, user }, { user_group_id: id }) => {
    await world.write(realm.id, (tx) => deactivateGroup(tx, { realm, user }, id));
    return {};
  }),
  route(
    endpoints.updateUserGroupMembers,
    async ({ world, realm, user }, { user_group_id: id, ...change }) => {
      await world.write(realm.id, (tx) => changeMembership(tx, { realm, user }, id, change));
      return {};
    },
    noGuests,
  ),
  route(
    endpoints.getUserGroupMembers,
    async ({ world, realm }, { user_group_id: id, direct_member_only: direct }) => {
      const group = await accessReadableGroup(world.pool, realm.id, id);
      const members = direct
        ? await directMembersOf(world.pool, realm.id, group)
        : await usersInGroups(world.pool, realm.id, [group.id]);
      return { members };
    },
    noGuests,
  ),
  route(
    endpoints.getIsUserGroupMember,
    async ({ world, realm, user }, { user_group_id, user_id, direct_member_only }) => {
      const group = await accessReadableGroup(world.pool, realm.id, user_group_id);
      const other = await accessUser(world.pool, { realm, user }, user_id);
      return { is_user_group_member: await isMember(world.pool, group, other, direct_member_only) };
    },
    noGuests,
  ),
  route(
    endpoints.updateUserGroupSubgroups,
    async ({ world, realm, user }, { user_group_id: id, add, delete: remove }) => {
      const change = { add_subgroups: add, delete_subgroups: remove };
      await world.write(realm.id, (tx) => changeMembership(tx, { realm, user }, id, change));
      return {};
    },
    noGuests,
  ),
  route(
    endpoints.getUserGroupSubgroups,
    async ({ world, realm }, { user_group_id, direct_subgroup_only: direct }) => {
      const group = await accessReadableGroup(world.pool, realm.id, user_group_id);
      return { subgroups: await subgroupsIn(world.pool, group, direct) };
    },
    noGuests,
  ),
];
