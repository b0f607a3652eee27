import type { Role } from '@parley/contract/primitives.ts';
import type { Reader } from '../../engine/db/sql.ts';
import { everyone, only, type Audience, type VisibilityScope } from '../../engine/log/audience.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { hidesUsers } from './access.ts';
import { visibilityScopeOf } from './visibility/acquaintance.ts';
import { ALL_ROLES, rolesSeeing } from './email-visibility.ts';
import { isBot, type UserRow } from '../../http/actor.ts';

type Realm = Pick<RealmRow, 'id' | 'permissions'>;
type Seen = Pick<UserRow, 'id' | 'bot_type'>;

const GUEST: Role = 600;
const NON_GUESTS: readonly Role[] = [100, 200, 300, 400];

/** Everybody who may see somebody. Whoever tells something of a user holds the user's row: so it stays true. */
export async function seersOf(reader: Reader, realm: Realm, user: Seen): Promise<Audience> {
  return seersIn(await visibilityScopeAround(reader, realm, user), user);
}

/** Guests from whom somebody is hidden, if there can be any. */
export async function unseeing(reader: Reader, realm: Realm, user: Seen): Promise<Audience | undefined> {
  const scope = await visibilityScopeAround(reader, realm, user);
  if (scope === undefined) return undefined;
  return { kind: 'guests', scope, areInside: false, except: [user.id] };
}

/** Those who may see somebody and have one of some roles, without the user; nobody if there can be none. */
export async function seersWithRoles(
  reader: Reader,
  realm: Realm,
  user: Seen,
): Promise<(roles: readonly Role[]) => Audience | undefined> {
  const scope = await visibilityScopeAround(reader, realm, user);
  return (roles) => (roles.length === 0 ? undefined : othersIn(scope, user, roles));
}

export type SplitAudience = { readonly audience: Audience; readonly seesAddress: boolean };

/** Those who may see somebody, divided into who sees the real address and who does not. */
export async function splitByAddress(
  reader: Reader,
  realm: Realm,
  user: Seen & Pick<UserRow, 'email_visibility'>,
): Promise<SplitAudience[]> {
  const scope = await visibilityScopeAround(reader, realm, user);
  const knowing = isBot(user) ? ALL_ROLES : rolesSeeing(user.email_visibility);
  const blind = ALL_ROLES.filter((role) => !knowing.includes(role));
  if (blind.length === 0) return [{ audience: seersIn(scope, user), seesAddress: true }];
  const seeing: Audience = { kind: 'union', of: [othersIn(scope, user, knowing), only(user.id)] };
  return [
    { audience: seeing, seesAddress: true },
    { audience: othersIn(scope, user, blind), seesAddress: false },
  ];
}

/** Everybody who sees the real address of somebody. */
export async function addressSeers(
  reader: Reader,
  realm: Realm,
  user: Seen & Pick<UserRow, 'email_visibility'>,
): Promise<Audience> {
  const parts = await splitByAddress(reader, realm, user);
  return parts.find((part) => part.seesAddress)?.audience ?? only(user.id);
}

/** By what guests know somebody, where they do not see everybody. */
export async function visibilityScopeAround(
  reader: Reader,
  realm: Realm,
  user: Seen,
): Promise<VisibilityScope | undefined> {
  return isBot(user) || !(await hidesUsers(reader, realm))
    ? undefined
    : visibilityScopeOf(reader, realm.id, user.id);
}

function seersIn(scope: VisibilityScope | undefined, { id }: Seen): Audience {
  return scope === undefined
    ? everyone
    : {
        kind: 'union',
        of: [
          { kind: 'roles', roles: NON_GUESTS, also: [id] },
          { kind: 'guests', scope, areInside: true, except: [id] },
        ],
      };
}

function othersIn(scope: VisibilityScope | undefined, { id }: Seen, roles: readonly Role[]): Audience {
  if (scope === undefined || !roles.includes(GUEST)) return { kind: 'roles', roles, except: [id] };
  return {
    kind: 'union',
    of: [
      { kind: 'roles', roles: roles.filter((role) => role !== GUEST), except: [id] },
      { kind: 'guests', scope, areInside: true, except: [id] },
    ],
  };
}
