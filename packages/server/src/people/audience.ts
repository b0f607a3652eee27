import type { Role } from '@parley/contract/primitives.ts';
import type { Reader } from '../db/sql.ts';
import { everyone, only, type Audience, type Circle } from '../log/audience.ts';
import type { RealmRow } from '../realm/realm.ts';
import { hidesPeople } from './access.ts';
import { circleOf } from './acquaintance.ts';
import { ALL_ROLES, rolesSeeing } from './email-visibility.ts';
import { isBot, type PersonRow } from './person.ts';

type Realm = Pick<RealmRow, 'id' | 'permissions'>;
type Seen = Pick<PersonRow, 'id' | 'bot_type'>;

const GUEST: Role = 600;
const NON_GUESTS: readonly Role[] = [100, 200, 300, 400];

/** Everybody who may see somebody. Whoever tells something of a person holds the person's row: so it stays true. */
export const seersOf = async (reader: Reader, realm: Realm, person: Seen): Promise<Audience> =>
  seersIn(await circleAround(reader, realm, person), person);

/** Guests from whom somebody is hidden, if there can be any. */
export const unseeing = async (reader: Reader, realm: Realm, person: Seen): Promise<Audience | undefined> => {
  const circle = await circleAround(reader, realm, person);
  if (circle === undefined) return undefined;
  return { kind: 'guests', circle, areInside: false, except: [person.id] };
};

/** Those who may see somebody and have one of some roles, without the person; nobody if there can be none. */
export const seersWithRoles = async (
  reader: Reader,
  realm: Realm,
  person: Seen,
): Promise<(roles: readonly Role[]) => Audience | undefined> => {
  const circle = await circleAround(reader, realm, person);
  return (roles) => (roles.length === 0 ? undefined : othersIn(circle, person, roles));
};

export type SplitAudience = { readonly audience: Audience; readonly seesAddress: boolean };

/** Those who may see somebody, divided into who sees the real address and who does not. */
export const splitByAddress = async (
  reader: Reader,
  realm: Realm,
  person: Seen & Pick<PersonRow, 'email_visibility'>,
): Promise<SplitAudience[]> => {
  const circle = await circleAround(reader, realm, person);
  const knowing = isBot(person) ? ALL_ROLES : rolesSeeing(person.email_visibility);
  const blind = ALL_ROLES.filter((role) => !knowing.includes(role));
  if (blind.length === 0) return [{ audience: seersIn(circle, person), seesAddress: true }];
  const seeing: Audience = { kind: 'union', of: [othersIn(circle, person, knowing), only(person.id)] };
  return [
    { audience: seeing, seesAddress: true },
    { audience: othersIn(circle, person, blind), seesAddress: false },
  ];
};

/** Everybody who sees the real address of somebody. */
export const addressSeers = async (
  reader: Reader,
  realm: Realm,
  person: Seen & Pick<PersonRow, 'email_visibility'>,
): Promise<Audience> => {
  const parts = await splitByAddress(reader, realm, person);
  return parts.find((part) => part.seesAddress)?.audience ?? only(person.id);
};

/** By what guests know somebody, where they do not see everybody. */
export const circleAround = async (reader: Reader, realm: Realm, person: Seen): Promise<Circle | undefined> =>
  isBot(person) || !(await hidesPeople(reader, realm)) ? undefined : circleOf(reader, realm.id, person.id);

const seersIn = (circle: Circle | undefined, { id }: Seen): Audience =>
  circle === undefined
    ? everyone
    : {
        kind: 'union',
        of: [
          { kind: 'roles', roles: NON_GUESTS, also: [id] },
          { kind: 'guests', circle, areInside: true, except: [id] },
        ],
      };

const othersIn = (circle: Circle | undefined, { id }: Seen, roles: readonly Role[]): Audience => {
  if (circle === undefined || !roles.includes(GUEST)) return { kind: 'roles', roles, except: [id] };
  return {
    kind: 'union',
    of: [
      { kind: 'roles', roles: roles.filter((role) => role !== GUEST), except: [id] },
      { kind: 'guests', circle, areInside: true, except: [id] },
    ],
  };
};
