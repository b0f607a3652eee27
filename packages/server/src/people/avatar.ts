import { createHash } from 'node:crypto';
import type { Sealer } from '../secrets/seal.ts';
import type { PersonRow } from './person.ts';
import type { Server } from './server.ts';

type Pictured = Pick<
  PersonRow,
  'realm_id' | 'id' | 'avatar_source' | 'avatar_version' | 'delivery_email' | 'email_visibility'
>;

/** Hexadecimal digits of the name of a picture: too many to guess. */
const NAME_LENGTH = 40;

/** Where a picture lies that this server draws. */
export const avatarPath = (
  sealer: Sealer,
  person: Pick<PersonRow, 'realm_id' | 'id' | 'avatar_version'>,
  medium = false,
): string => {
  const name = sealer.fingerprint('avatar', `${person.id}:${person.avatar_version}`).slice(0, NAME_LENGTH);
  return `/user_avatars/${person.realm_id}/${name}${medium ? '-medium' : ''}.png`;
};

/** The name of a picture that somebody uploaded, told apart from drawn ones by its first letter. */
const uploadedName = (sealer: Sealer, person: Pick<PersonRow, 'id' | 'avatar_version'>): string =>
  `u${sealer.fingerprint('uploaded avatar', `${person.id}:${person.avatar_version}`).slice(0, NAME_LENGTH)}`;

/** Where it lies in the store: small, and medium. */
export const uploadedKeys = (
  sealer: Sealer,
  person: Pick<PersonRow, 'realm_id' | 'id' | 'avatar_version'>,
): [small: string, medium: string] => {
  const place = `avatars/${person.realm_id}/${uploadedName(sealer, person)}`;
  return [`${place}.png`, `${place}-medium.png`];
};

/** The picture of everybody whose picture is hosted elsewhere, on a server that does not want that. */
export const DEFAULT_AVATAR = '/static/images/default-avatar.png';
/** The picture of somebody whom the reader may not see. */
export const UNKNOWN_AVATAR = '/static/images/unknown-user-avatar.png';

export const avatarUrl = ({ config, sealer }: Server, person: Pictured, medium = false): string => {
  if (person.avatar_source === 'U')
    return `/user_avatars/${person.realm_id}/${uploadedName(sealer, person)}${medium ? '-medium' : ''}.png?v=${person.avatar_version}`;
  if (person.avatar_source !== 'G') return avatarPath(sealer, person, medium);
  if (!config.gravatar) return `${DEFAULT_AVATAR}?version=${person.avatar_version}`;
  const name = createHash('md5').update(person.delivery_email.toLowerCase()).digest('hex');
  const size = medium ? '&s=500' : '';
  return `https://secure.gravatar.com/avatar/${name}?d=identicon&version=${person.avatar_version}${size}`;
};

/** Whether a client that asked to can compute the address of the picture itself. */
export const isComputable = ({ config }: Server, person: Pictured): boolean =>
  config.gravatar && person.avatar_source === 'G' && person.email_visibility === 1;
