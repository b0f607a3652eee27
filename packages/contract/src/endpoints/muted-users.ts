import { endpoint } from '../endpoint.ts';
import { path } from '../parameter.ts';
import { integer } from '../primitives.ts';

const mutedUserId = { muted_user_id: path(integer, 'The user.') };

export const muteUser = endpoint({
  id: 'mute-user',
  method: 'POST',
  path: '/users/me/muted_users/{muted_user_id}',
  tag: 'users',
  scope: 'organize',
  since: 48,
  summary: 'Mute a user',
  doc: 'The caller does not want to hear of this user.',
  parameters: mutedUserId,
});

export const unmuteUser = endpoint({
  id: 'unmute-user',
  method: 'DELETE',
  path: '/users/me/muted_users/{muted_user_id}',
  tag: 'users',
  scope: 'organize',
  since: 48,
  summary: 'Unmute a user',
  doc: 'Takes muting back.',
  parameters: mutedUserId,
});
