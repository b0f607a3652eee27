import type { RegisteredUser, User } from '@parley/contract/objects/user.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { domainOf, madeUpAddress } from './address.ts';
import { avatarUrl, isComputable, UNKNOWN_AVATAR } from './avatar.ts';
import { seesAddress } from './email-visibility.ts';
import { isAdministrator, isBot, isGuest, isOwner, isSystem, type Actor, type PersonRow } from './person.ts';
import type { Server } from './server.ts';

export type ProfileData = NonNullable<User['profile_data']>;

/** The columns that others get to see; never keys or passwords. */
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
] as const satisfies readonly (keyof PersonRow)[];
export type ShownPerson = Pick<PersonRow, (typeof shownColumns)[number]>;

/** How somebody sees the people of an organization. */
export type Sight = {
  readonly server: Server;
  /** Domain of made-up addresses. */
  readonly domain: string;
  /** The client wants to compute addresses of hosted pictures itself. */
  readonly clientGravatar: boolean;
  seesAddress(person: ShownPerson): boolean;
};

export const sightOf = (server: Server, { realm, person }: Actor, clientGravatar: boolean): Sight => ({
  server,
  domain: domainOf(server.config.hosts, realm.subdomain),
  clientGravatar,
  seesAddress: (other) => seesAddress(person, other),
});

/** For events: a part of the audience either sees the address or not. */
export const sightOfAudience = (server: Server, subdomain: string, address: boolean): Sight => ({
  server,
  domain: domainOf(server.config.hosts, subdomain),
  clientGravatar: false,
  seesAddress: () => address,
});

/** A person or a bot as one reader sees it. `profile` is left out when nobody asked, and for bots. */
export const presentPerson = (person: ShownPerson, sight: Sight, profile?: ProfileData): User => ({
  ...presentRegistered(person, sight, profile),
  is_active: person.is_active,
});

/** The same in the answer of registration, where the list says whether an account is active. */
export const presentRegistered = (
  person: ShownPerson,
  sight: Sight,
  profile?: ProfileData,
): RegisteredUser & Pick<User, 'avatar_url'> => {
  const isHosted = sight.clientGravatar && isComputable(sight.server, person);
  const user: RegisteredUser & Pick<User, 'avatar_url'> = {
    user_id: person.id,
    email: shownAddress(person, sight.domain),
    delivery_email: sight.seesAddress(person) && !isSystem(person) ? person.delivery_email : null,
    full_name: person.full_name,
    role: isSystem(person) ? 400 : (person.role as Role),
    is_owner: isOwner(person),
    is_admin: isAdministrator(person),
    is_guest: isGuest(person),
    is_bot: isBot(person),
    bot_type: person.bot_type as User['bot_type'],
    is_imported_stub: person.is_imported_stub,
    date_joined: minuteOf(person.date_joined),
    timezone: person.timezone,
    avatar_version: person.avatar_version,
    avatar_url: isHosted ? null : avatarUrl(sight.server, person),
  };
  if (isBot(person)) user.bot_owner_id = person.bot_owner_id;
  else if (profile !== undefined) user.profile_data = profile;
  if (person.is_deleted) user.is_deleted = true;
  return user;
};

/** The address for the API: the real one only while everyone may see it. */
export const shownAddress = (
  person: Pick<PersonRow, 'id' | 'delivery_email' | 'email_visibility'>,
  domain: string,
): string => (person.email_visibility === 1 ? person.delivery_email : madeUpAddress(domain, person.id));

/** The person as somebody sees it to whom nobody shows an address. */
export function withoutAddress<P extends Pick<PersonRow, 'email_visibility'>>(person: P): P {
  return { ...person, email_visibility: VISIBLE_TO_NOBODY };
}

const VISIBLE_TO_NOBODY = 4;

/** ISO 8601 with the precision of a minute. */
export const minuteOf = (time: Date): string => `${time.toISOString().slice(0, 16)}+00:00`;

const EPOCH = '1970-01-01T00:00:00+00:00';

/** What a client sees of somebody whom its person may not see, if it cannot do with a list that has holes. */
export const presentUnknown = (id: number, domain: string): User => ({
  user_id: id,
  email: madeUpAddress(domain, id),
  delivery_email: null,
  full_name: 'Unknown user',
  role: 400,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  is_active: true,
  is_imported_stub: false,
  date_joined: EPOCH,
  timezone: '',
  avatar_version: 1,
  avatar_url: UNKNOWN_AVATAR,
  profile_data: {},
});

export const isUnknown = (user: Pick<User, 'date_joined'>): boolean => user.date_joined === EPOCH;
