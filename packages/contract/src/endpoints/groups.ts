import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { groupSettingChange, groupSettingInput } from '../objects/group-setting.ts';
import { groupPermissions, type GroupPermission } from '../objects/permission-settings.ts';
import { userGroup } from '../objects/user-group.ts';
import { json, optional, path, text, withDefault, type Parameter } from '../parameter.ts';
import { boolean, integer, listUpTo, string } from '../primitives.ts';

const groupId = { user_group_id: path(integer, 'The group.') };

function permissionParameters<T>(schema: z.ZodType<T>) {
  return Object.fromEntries(
    Object.entries(groupPermissions).map(([name, { doc }]) => [name, optional(json(schema, doc))]),
  ) as { readonly [K in GroupPermission]: Parameter<T, 'undefined'> };
}

export const getUserGroups = endpoint({
  id: 'get-user-groups',
  method: 'GET',
  path: '/user_groups',
  tag: 'groups',
  summary: 'List user groups',
  doc: 'All named groups of the organization, those of the roles among them. Not for guests.',
  parameters: {
    include_deactivated_groups: withDefault(
      json(boolean, 'Whether deactivated groups are listed too.'),
      false,
    ),
  },
  result: { user_groups: z.array(userGroup) },
});

export const createUserGroup = endpoint({
  id: 'create-user-group',
  method: 'POST',
  path: '/user_groups/create',
  tag: 'groups',
  summary: 'Create a user group',
  doc: 'Makes a group. Its creator manages it, but is a member only when listed. For those to whom the organization gave the permission `can_create_groups`.',
  parameters: {
    name: text(string, 'Unique in the organization, up to 100 characters.'),
    description: text(string, 'Purpose of the group.'),
    members: json(listUpTo(integer, limits.usersInRequest), 'The first members.'),
    subgroups: optional(
      json(listUpTo(integer, limits.groupsInRequest), 'Groups whose members belong to the group.'),
    ),
    ...permissionParameters(groupSettingInput),
  },
  result: { group_id: integer },
});

export const updateUserGroup = endpoint({
  id: 'update-user-group',
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  tag: 'groups',
  summary: 'Update a user group',
  doc: 'Changes what is given and leaves the rest. For those who manage the group.',
  parameters: {
    ...groupId,
    name: optional(text(string, 'Unique in the organization, up to 100 characters.')),
    description: optional(text(string, 'Purpose of the group.')),
    deactivated: optional(json(boolean, 'False brings a deactivated group back.')),
    ...permissionParameters(groupSettingChange),
  },
  errors: ['EXPECTATION_MISMATCH'],
});

export const deactivateUserGroup = endpoint({
  id: 'deactivate-user-group',
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  tag: 'groups',
  since: 290,
  summary: 'Deactivate a user group',
  doc: 'Takes a group out of use. One that is still used is not deactivated; `objections` says by what. For those who manage the group.',
  parameters: groupId,
  errors: ['CANNOT_DEACTIVATE_GROUP_IN_USE'],
});

export const updateUserGroupMembers = endpoint({
  id: 'update-user-group-members',
  method: 'POST',
  path: '/user_groups/{user_group_id}/members',
  tag: 'groups',
  summary: 'Update the members of a user group',
  doc: 'Adds members, removes members, adds subgroups and removes subgroups, in this order, all or nothing.',
  parameters: {
    ...groupId,
    add: optional(json(listUpTo(integer, limits.usersInRequest), 'Users and bots to add.')),
    delete: optional(json(listUpTo(integer, limits.usersInRequest), 'Direct members to remove.')),
    add_subgroups: optional(json(listUpTo(integer, limits.groupsInRequest), 'Groups to add.')),
    delete_subgroups: optional(
      json(listUpTo(integer, limits.groupsInRequest), 'Direct subgroups to remove.'),
    ),
  },
});

export const getUserGroupMembers = endpoint({
  id: 'get-user-group-members',
  method: 'GET',
  path: '/user_groups/{user_group_id}/members',
  tag: 'groups',
  since: 127,
  summary: 'List the members of a user group',
  doc: 'Active members of the group and of the groups inside it.',
  parameters: {
    ...groupId,
    direct_member_only: withDefault(json(boolean, 'Leave out who is a member through another group.'), false),
  },
  result: { members: z.array(integer).describe('Ascending.') },
});

export const getIsUserGroupMember = endpoint({
  id: 'get-is-user-group-member',
  method: 'GET',
  path: '/user_groups/{user_group_id}/members/{user_id}',
  tag: 'groups',
  since: 127,
  summary: 'Tell whether a user is in a group',
  doc: 'Whether a user is a member of the group or of a group inside it.',
  parameters: {
    ...groupId,
    user_id: path(integer, 'The user.'),
    direct_member_only: withDefault(json(boolean, 'Do not look into the groups inside it.'), false),
  },
  result: { is_user_group_member: boolean },
});

export const updateUserGroupSubgroups = endpoint({
  id: 'update-user-group-subgroups',
  method: 'POST',
  path: '/user_groups/{user_group_id}/subgroups',
  tag: 'groups',
  since: 127,
  summary: 'Update the subgroups of a user group',
  doc: 'Adds subgroups, then removes subgroups, all or nothing.',
  parameters: {
    ...groupId,
    add: optional(json(listUpTo(integer, limits.groupsInRequest), 'Groups to add.')),
    delete: optional(json(listUpTo(integer, limits.groupsInRequest), 'Direct subgroups to remove.')),
  },
});

export const getUserGroupSubgroups = endpoint({
  id: 'get-user-group-subgroups',
  method: 'GET',
  path: '/user_groups/{user_group_id}/subgroups',
  tag: 'groups',
  since: 127,
  summary: 'List the subgroups of a user group',
  doc: 'The groups inside the group, at any depth.',
  parameters: {
    ...groupId,
    direct_subgroup_only: withDefault(json(boolean, 'Leave out the groups inside other groups.'), false),
  },
  result: { subgroups: z.array(integer).describe('Ascending.') },
});
