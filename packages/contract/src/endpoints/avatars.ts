import { endpoint } from '../endpoint.ts';
import { string } from '../primitives.ts';

const result = { avatar_url: string.describe('Where the picture of the caller is now.') };

export const uploadAvatar = endpoint({
  id: 'upload-avatar',
  method: 'POST',
  path: '/users/me/avatar',
  tag: 'users',
  scope: 'change_settings',
  summary: 'Upload an avatar',
  doc: 'Gives the caller another picture. One file comes along, of up to 5 MiB.',
  takesFile: true,
  result,
  errors: ['BAD_IMAGE'],
});

export const deleteAvatar = endpoint({
  id: 'delete-avatar',
  method: 'DELETE',
  path: '/users/me/avatar',
  tag: 'users',
  scope: 'change_settings',
  summary: 'Delete an avatar',
  doc: 'Takes an uploaded picture away: the caller has the one again that the organization gives to everybody.',
  result,
});
