import { endpoint } from '../endpoint.ts';
import { path } from '../parameter.ts';
import { integer } from '../primitives.ts';

const mutedUserId = { muted_user_id: path(integer, 'The person.') };

export const muteUser = endpoint({
  id: 'mute-user',
  method: 'POST',
  path: '/users/me/muted_users/{muted_user_id}',
  tag: 'users',
  since: 48,
  summary: 'Mute a person',
  doc: 'The caller does not want to hear of this person.',
  parameters: mutedUserId,
});

export const unmuteUser = endpoint({
  id: 'unmute-user',
  method: 'DELETE',
  path: '/users/me/muted_users/{muted_user_id}',
  tag: 'users',
  since: 48,
  summary: 'Unmute a person',
  doc: 'Takes muting back.',
  parameters: mutedUserId,
});
