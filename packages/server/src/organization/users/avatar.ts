import { createHash } from 'node:crypto';
import type { Sealer } from '../../engine/secrets/seal.ts';
import type { UserRow } from '../../http/actor.ts';
import type { Server } from './server.ts';

type Pictured = Pick<
  UserRow,
  'realm_id' | 'id' | 'avatar_source' | 'avatar_version' | 'delivery_email' | 'email_visibility'
>;

/** Hexadecimal digits of the name of a picture: too many to guess. */
const NAME_LENGTH = 40;

/** Where a picture lies that this server draws. */
export function avatarPath(
  sealer: Sealer,
  user: Pick<UserRow, 'realm_id' | 'id' | 'avatar_version'>,
  medium = false,
): string {
  const name = sealer.fingerprint('avatar', `${user.id}:${user.avatar_version}`).slice(0, NAME_LENGTH);
  return `/user_avatars/${user.realm_id}/${name}${medium ? '-medium' : ''}.png`;
}

/** The name of a picture that somebody uploaded, told apart from drawn ones by its first letter. */
function uploadedName(sealer: Sealer, user: Pick<UserRow, 'id' | 'avatar_version'>): string {
  return `u${sealer.fingerprint('uploaded avatar', `${user.id}:${user.avatar_version}`).slice(0, NAME_LENGTH)}`;
}

/** Where it lies in the store: small, and medium. */
export function uploadedKeys(
  sealer: Sealer,
  user: Pick<UserRow, 'realm_id' | 'id' | 'avatar_version'>,
): [small: string, medium: string] {
  const place = `avatars/${user.realm_id}/${uploadedName(sealer, user)}`;
  return [`${place}.png`, `${place}-medium.png`];
}

/** The picture of everybody whose picture is hosted elsewhere, on a server that does not want that. */
export const DEFAULT_AVATAR = '/static/images/default-avatar.png';
/** The picture of somebody whom the reader may not see. */
export const UNKNOWN_AVATAR = '/static/images/unknown-user-avatar.png';

export function avatarUrl({ config, sealer }: Server, user: Pictured, medium = false): string {
  if (user.avatar_source === 'U')
    return `/user_avatars/${user.realm_id}/${uploadedName(sealer, user)}${medium ? '-medium' : ''}.png?v=${user.avatar_version}`;
  if (user.avatar_source !== 'G') return avatarPath(sealer, user, medium);
  if (!config.gravatar) return `${DEFAULT_AVATAR}?version=${user.avatar_version}`;
  const name = createHash('md5').update(user.delivery_email.toLowerCase()).digest('hex');
  const size = medium ? '&s=500' : '';
  return `https://secure.gravatar.com/avatar/${name}?d=identicon&version=${user.avatar_version}${size}`;
}

/** Whether a client that asked to can compute the address of the picture itself. */
export function isComputable({ config }: Server, user: Pictured): boolean {
  return config.gravatar && user.avatar_source === 'G' && user.email_visibility === 1;
}
