import type { RegisteredUser, User } from '@parley/contract/objects/user.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { isAdministrator, isGuest, isOwner, roles } from '@parley/contract/rights/roles.ts';
import { type Actor, isBot, isSystem, type UserRow } from '../../http/actor.ts';
import { domainOf, placeholderAddress } from './address.ts';
import { avatarUrl, isComputable, UNKNOWN_AVATAR } from './avatar.ts';
import { seesAddress } from './email-visibility.ts';
import type { Server } from './server.ts';

export type ProfileData = NonNullable<User['profile_data']>;

/** Columns that may be shown to other users: no keys, no passwords. */
export const shownColumns = [
  'realm_id',
  'id',
  'delivery_email',
  'email_visibility',
  'full_name',
  'role',
  'is_active',
  'is_full_member',
  'is_imported_stub',
  'is_deleted',
  'bot_type',
  'bot_owner_id',
  'date_joined',
  'timezone',
  'avatar_source',
  'avatar_version',
] as const satisfies readonly (keyof UserRow)[];

export type ShownUser = Pick<UserRow, (typeof shownColumns)[number]>;

/** How users are presented to a viewer. */
export type UserVisibility = {
  readonly server: Server;
  /** Domain of placeholder addresses. */
  readonly domain: string;
  /** The client computes Gravatar URLs itself. */
  readonly clientGravatar: boolean;
  seesAddress(user: ShownUser): boolean;
};

export function userVisibilityOf(
  server: Server,
  { realm, user }: Actor,
  clientGravatar: boolean,
): UserVisibility {
  return {
    server,
    domain: domainOf(server.config.hosts, realm.subdomain),
    clientGravatar,
    seesAddress: (other) => seesAddress(user, other),
  };
}

/** Visibility for an event audience whose members all see real addresses, or all do not. */
export function visibilityOfAudience(server: Server, subdomain: string, address: boolean): UserVisibility {
  return {
    server,
    domain: domainOf(server.config.hosts, subdomain),
    clientGravatar: false,
    seesAddress: () => address,
  };
}

/** A user or bot as shown to a viewer. Omits `profile_data` for bots and when `profile` is undefined. */
export function presentUser(user: ShownUser, visibility: UserVisibility, profile?: ProfileData): User {
  return {
    ...presentRegistered(user, visibility, profile),
    is_active: user.is_active,
  };
}

/** The same in the register response, which lists active and inactive users separately. */
export function presentRegistered(
  user: ShownUser,
  visibility: UserVisibility,
  profile?: ProfileData,
): RegisteredUser & Pick<User, 'avatar_url'> {
  const isHosted = visibility.clientGravatar && isComputable(visibility.server, user);
  const shownUser: RegisteredUser & Pick<User, 'avatar_url'> = {
    user_id: user.id,
    email: shownAddress(user, visibility.domain),
    delivery_email: visibility.seesAddress(user) && !isSystem(user) ? user.delivery_email : null,
    full_name: user.full_name,
    role: isSystem(user) ? roles.member : (user.role as Role),
    is_owner: isOwner(user),
    is_admin: isAdministrator(user),
    is_guest: isGuest(user),
    is_bot: isBot(user),
    bot_type: user.bot_type as User['bot_type'],
    is_imported_stub: user.is_imported_stub,
    date_joined: minuteOf(user.date_joined),
    timezone: user.timezone,
    avatar_version: user.avatar_version,
    avatar_url: isHosted ? null : avatarUrl(visibility.server, user),
  };
  if (isBot(user)) shownUser.bot_owner_id = user.bot_owner_id;
  else if (profile !== undefined) shownUser.profile_data = profile;
  if (user.is_deleted) shownUser.is_deleted = true;
  return shownUser;
}

/** The API address: the real one only if it is visible to everyone. */
export function shownAddress(
  user: Pick<UserRow, 'id' | 'delivery_email' | 'email_visibility'>,
  domain: string,
): string {
  return user.email_visibility === 1 ? user.delivery_email : placeholderAddress(domain, user.id);
}

/** The user as shown to viewers who must not see any real address. */
export function withoutAddress<P extends Pick<UserRow, 'email_visibility'>>(user: P): P {
  return { ...user, email_visibility: VISIBLE_TO_NOBODY };
}

const VISIBLE_TO_NOBODY = 4;

/** ISO 8601 with the precision of a minute. */
export function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16)}+00:00`;
}

const PLACEHOLDER_DATE_JOINED = '1970-01-01T00:00:00+00:00';

/** The placeholder for a hidden user, for clients without the `user_list_incomplete` capability. */
export function presentUnknown(id: number, domain: string): User {
  return {
    user_id: id,
    email: placeholderAddress(domain, id),
    delivery_email: null,
    full_name: 'Unknown user',
    role: roles.member,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    is_active: true,
    is_imported_stub: false,
    date_joined: PLACEHOLDER_DATE_JOINED,
    timezone: '',
    avatar_version: 1,
    avatar_url: UNKNOWN_AVATAR,
    profile_data: {},
  };
}

export function isUnknown(shownUser: Pick<User, 'date_joined'>): boolean {
  return shownUser.date_joined === PLACEHOLDER_DATE_JOINED;
}
