import { endpoint } from '../endpoint.ts';
import { json } from '../parameter.ts';
import { boolean, string } from '../primitives.ts';

const iconResult = { icon_url: string.describe('Where the icon of the organization is now.') };
const night = { night: json(boolean, 'The logo for dark screens, instead of the one for light screens.') };

export const uploadRealmIcon = endpoint({
  id: 'upload-realm-icon',
  method: 'POST',
  path: '/realm/icon',
  tag: 'organization',
  summary: 'Upload an icon of the organization',
  doc: 'Gives the organization another icon. One file comes along, a picture of up to 5 MiB, which is cut to a square. For administrators.',
  takesFile: true,
  result: iconResult,
  errors: ['UNAUTHORIZED_PRINCIPAL', 'BAD_IMAGE'],
});

export const deleteRealmIcon = endpoint({
  id: 'delete-realm-icon',
  method: 'DELETE',
  path: '/realm/icon',
  tag: 'organization',
  summary: 'Delete the icon of the organization',
  doc: 'Takes an uploaded icon away: the organization has the one again with which it started. For administrators.',
  result: iconResult,
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const uploadRealmLogo = endpoint({
  id: 'upload-realm-logo',
  method: 'POST',
  path: '/realm/logo',
  tag: 'organization',
  summary: 'Upload a logo of the organization',
  doc: 'Gives the organization another logo. One file comes along, a picture of up to 5 MiB, which is scaled to fit into 800 by 100 points. For administrators.',
  takesFile: true,
  parameters: night,
  errors: ['UNAUTHORIZED_PRINCIPAL', 'BAD_IMAGE'],
});

export const deleteRealmLogo = endpoint({
  id: 'delete-realm-logo',
  method: 'DELETE',
  path: '/realm/logo',
  tag: 'organization',
  summary: 'Delete a logo of the organization',
  doc: 'Takes an uploaded logo away: the organization has the one again with which it started. For administrators.',
  parameters: night,
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});
