import type { Role } from '@parley/contract/primitives.ts';
import type { Reader } from '../db/sql.ts';
import { everyone, type Audience } from '../log/audience.ts';
import type { RealmRow } from '../realm/realm.ts';
import { hidesPeople } from './access.ts';
import { ALL_ROLES, rolesSeeing } from './email-visibility.ts';
import { isBot, type PersonRow } from './person.ts';

type Realm = Pick<RealmRow, 'id' | 'permissions'>;
type Seen = Pick<PersonRow, 'id' | 'bot_type'>;

const NON_GUESTS: readonly Role[] = [100, 200, 300, 400];

/** Everybody who may see somebody. */
export const seersOf = async (reader: Reader, realm: Realm, person: Seen): Promise<Audience> =>
  seersWhere(await hidesPeople(reader, realm), person);

/** The same, where it is known whether people are hidden from guests. */
export const seersWhere = (hidden: boolean, person: Seen): Audience =>
  isBot(person) || !hidden ? everyone : { kind: 'roles', roles: NON_GUESTS, also: [person.id] };

/** Guests from whom somebody is hidden, if there can be any. */
export const unseeing = async (reader: Reader, realm: Realm, person: Seen): Promise<Audience | undefined> =>
  isBot(person) || !(await hidesPeople(reader, realm))
    ? undefined
    : { kind: 'roles', roles: [600], except: [person.id] };

export type SplitAudience = { readonly audience: Audience; readonly seesAddress: boolean };

/** Those who may see somebody, divided into who sees the real address and who does not. */
export const splitByAddress = async (
  reader: Reader,
  realm: Realm,
  person: Seen & Pick<PersonRow, 'email_visibility'>,
): Promise<SplitAudience[]> => {
  const seers = await seersOf(reader, realm, person);
  const roles = seers.kind === 'roles' ? seers.roles : ALL_ROLES;
  const knowing = isBot(person) ? ALL_ROLES : rolesSeeing(person.email_visibility);
  const [seeing, blind] = [both(roles, knowing), roles.filter((role) => !knowing.includes(role))];
  if (blind.length === 0) return [{ audience: seers, seesAddress: true }];
  return [
    { audience: { kind: 'roles', roles: seeing, also: [person.id] }, seesAddress: true },
    { audience: { kind: 'roles', roles: blind, except: [person.id] }, seesAddress: false },
  ];
};

/** Everybody who sees the real address of somebody. */
export const addressSeers = async (
  reader: Reader,
  realm: Realm,
  person: Seen & Pick<PersonRow, 'email_visibility'>,
): Promise<Audience> => {
  const parts = await splitByAddress(reader, realm, person);
  return parts.find((part) => part.seesAddress)?.audience ?? { kind: 'people', ids: [person.id] };
};

const both = (a: readonly Role[], b: readonly Role[]): Role[] => a.filter((role) => b.includes(role));
