import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { profileData, profileValueInput, registeredUser, user } from '../objects/user.ts';
import { userListPart } from '../objects/user-list-part.ts';
import { json, optional, path, text, withDefault } from '../parameter.ts';
import { boolean, integer, listUpTo, role, string, textUpTo } from '../primitives.ts';

const gravatar = withDefault(
  json(boolean, 'Answer with null instead of the address of an avatar that the client can compute itself.'),
  true,
);
const fields = withDefault(json(boolean, 'Answer with the values of the custom profile fields too.'), false);
const view = { client_gravatar: gravatar, include_custom_profile_fields: fields };

const byId = { user_id: path(integer, 'The user or bot.') };
const byEmail = { email: path(string, 'Real address, if the caller may see it, or `user{id}@{host}`.') };

const changes = {
  full_name: optional(text(string, 'New name. A blank one changes nothing.')),
  new_email: optional(text(string, 'New real address. Needs a special right that no call can give.')),
  profile_data: optional(
    json(
      listUpTo(profileValueInput, limits.profileFieldsPerRealm),
      'Values of custom profile fields to set or clear.',
    ),
  ),
  role: optional(
    json(
      role,
      'New role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. Owners are made and unmade by owners.',
    ),
  ),
};

export const getUsers = endpoint({
  id: 'get-users',
  method: 'GET',
  path: '/users',
  tag: 'users',
  summary: 'List users and bots',
  doc: 'All users and bots whom the caller may see, deactivated ones included.',
  parameters: {
    ...view,
    user_ids: optional(
      json(listUpTo(integer, limits.usersInRequest), 'Only these; ids that lead to nobody are left out.', {
        since: 384,
      }),
    ),
  },
  result: { members: z.array(user) },
});

export const getUserListPart = endpoint({
  id: 'get-user-list-part',
  method: 'GET',
  path: '/users/parts',
  tag: 'users',
  summary: 'Get a part of the list of users',
  doc: 'The next part of the list of users, or those who changed since the client has all, in the form of a registration. A client that registers with `users_since` asks until `users_complete`; of two entries of a user the later one counts. An addition to the API.',
  parameters: {
    users_since: text(string, 'The `users_version` of the previous part.'),
    client_gravatar: withDefault(json(boolean, 'The same as in the registration.'), true),
  },
  result: {
    realm_users: z.array(registeredUser),
    realm_non_active_users: z.array(registeredUser),
    ...userListPart,
  },
});

export const createUser = endpoint({
  id: 'create-user',
  method: 'POST',
  path: '/users',
  tag: 'users',
  scope: null,
  summary: 'Create a user',
  doc: 'Creates an account without an invitation. Needs an administrator with a special right that no call can give.',
  parameters: {
    email: text(string, 'Real address of the new user.'),
    password: text(string, 'First password.'),
    full_name: text(string, 'Name of the new user.'),
  },
  result: { user_id: integer },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const getUser = endpoint({
  id: 'get-user',
  method: 'GET',
  path: '/users/{user_id}',
  tag: 'users',
  since: 1,
  summary: 'Get a user by id',
  doc: 'One user or bot.',
  parameters: { ...byId, ...view },
  result: { user },
});

export const getUserByEmail = endpoint({
  id: 'get-user-by-email',
  method: 'GET',
  path: '/users/{email}',
  tag: 'users',
  since: 39,
  summary: 'Get a user by address',
  doc: 'One user or bot, found by the real address if its owner lets the caller see it, or by the made-up one.',
  parameters: { ...byEmail, ...view },
  result: { user },
});

const own = user.omit({
  profile_data: true,
  avatar_url: true,
  delivery_email: true,
  is_deleted: true,
}).shape;

export const getOwnUser = endpoint({
  id: 'get-own-user',
  method: 'GET',
  path: '/users/me',
  tag: 'users',
  summary: 'Get yourself',
  doc: 'The account of the caller, with the values of its custom profile fields.',
  result: {
    ...own,
    avatar_url: string,
    delivery_email: string,
    profile_data: profileData.optional().describe('Absent for bots.'),
    max_message_id: integer.describe(
      'Highest id of a message that the caller received; -1 if none. Deprecated.',
    ),
  },
});

export const updateUser = endpoint({
  id: 'update-user',
  method: 'PATCH',
  path: '/users/{user_id}',
  tag: 'users',
  summary: 'Update a user',
  doc: 'Changes everything that was given, or nothing. For administrators, and for the owner of a bot. To grant or take away the role of an administrator or owner, and to change an e-mail address, a log-in of the last hour is needed.',
  parameters: { ...byId, ...changes },
  errors: ['UNAUTHORIZED_PRINCIPAL', 'RECENT_LOGIN_REQUIRED'],
});

export const updateUserByEmail = endpoint({
  id: 'update-user-by-email',
  method: 'PATCH',
  path: '/users/{email}',
  tag: 'users',
  since: 313,
  summary: 'Update a user by address',
  doc: 'The same as updating by id, but the user is found by address.',
  parameters: { ...byEmail, ...changes },
  errors: ['UNAUTHORIZED_PRINCIPAL', 'RECENT_LOGIN_REQUIRED'],
});

export const deactivationActions = z
  .object({
    delete_profile: boolean.optional(),
    delete_public_channel_messages: boolean.optional(),
    delete_private_channel_messages: boolean.optional(),
    delete_direct_messages: boolean.optional(),
  })
  .meta({ id: 'DeactivationActions', description: 'Further actions on the deactivated account.' });

export const deactivateUser = endpoint({
  id: 'deactivate-user',
  method: 'DELETE',
  path: '/users/{user_id}',
  tag: 'users',
  summary: 'Deactivate a user',
  synonyms: ['delete a user', 'remove a user', 'ban'],
  doc: 'Ends all sessions of a user and deactivates the bots that belong to them. For administrators with a log-in of the last hour; a bot may deactivate users who are not administrators.',
  parameters: {
    ...byId,
    actions: optional(json(deactivationActions, 'Further objects to delete.')),
    deactivation_notification_comment: optional(
      text(textUpTo(2000), 'If present, the user is told by mail, with this comment.'),
    ),
  },
  errors: ['UNAUTHORIZED_PRINCIPAL', 'RECENT_LOGIN_REQUIRED'],
});

export const deactivateOwnUser = endpoint({
  id: 'deactivate-own-user',
  method: 'DELETE',
  path: '/users/me',
  tag: 'users',
  scope: null,
  summary: 'Deactivate yourself',
  doc: 'Deactivates the account of the caller, unless nobody or no owner would be left. Needs a log-in of the last hour.',
  errors: ['CANNOT_DEACTIVATE_LAST_USER', 'RECENT_LOGIN_REQUIRED'],
});

export const reactivateUser = endpoint({
  id: 'reactivate-user',
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  tag: 'users',
  scope: null,
  summary: 'Reactivate a user',
  doc: 'Brings a deactivated account back. For administrators, and for the owner of a bot. The account of an administrator or owner needs a log-in of the last hour.',
  parameters: byId,
  errors: ['UNAUTHORIZED_PRINCIPAL', 'RECENT_LOGIN_REQUIRED'],
});

export const regenerateApiKey = endpoint({
  id: 'regenerate-api-key',
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  tag: 'users',
  scope: null,
  summary: 'Replace your API key',
  doc: 'Gives the caller a new key. The old one opens nothing from then on.',
  result: { api_key: string },
});
