import type { Role } from '@parley/contract/primitives.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import type { Reader } from '../../engine/db/sql.ts';
import { everyone, only, type Audience, type VisibilityScope } from '../../engine/log/audience.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { hidesUsers } from './access.ts';
import { visibilityScopeOf } from './visibility/acquaintance.ts';
import { ALL_ROLES, rolesSeeing } from './email-visibility.ts';
import { isBot, type UserRow } from '../../http/actor.ts';

type Realm = Pick<RealmRow, 'id' | 'permissions'>;
type Subject = Pick<UserRow, 'id' | 'bot_type'>;

const GUEST: Role = roles.guest;
const NON_GUESTS: readonly Role[] = ALL_ROLES.filter((role) => role !== GUEST);

/** The users who can see a user. The caller locks the user's row, so that the audience stays correct until commit. */
export async function viewersOf(reader: Reader, realm: Realm, user: Subject): Promise<Audience> {
  return viewersIn(await restrictedScopeOf(reader, realm, user), user);
}

/** The guests who cannot see a user, or undefined if every guest can. */
export async function guestsNotSeeing(
  reader: Reader,
  realm: Realm,
  user: Subject,
): Promise<Audience | undefined> {
  const scope = await restrictedScopeOf(reader, realm, user);
  if (scope === undefined) return undefined;
  return { kind: 'guests', scope, areInside: false, except: [user.id] };
}

/** The users with given roles who can see a user, except that user; undefined for an empty list of roles. */
export async function viewersWithRoles(
  reader: Reader,
  realm: Realm,
  user: Subject,
): Promise<(viewerRoles: readonly Role[]) => Audience | undefined> {
  const scope = await restrictedScopeOf(reader, realm, user);
  return (viewerRoles) => (viewerRoles.length === 0 ? undefined : othersIn(scope, user, viewerRoles));
}

export type SplitAudience = { readonly audience: Audience; readonly seesAddress: boolean };

/** The users who can see a user, split by whether they can also see the real e-mail address. */
export async function splitByAddress(
  reader: Reader,
  realm: Realm,
  user: Subject & Pick<UserRow, 'email_visibility'>,
): Promise<SplitAudience[]> {
  const scope = await restrictedScopeOf(reader, realm, user);
  const permitted = isBot(user) ? ALL_ROLES : rolesSeeing(user.email_visibility);
  const others = ALL_ROLES.filter((role) => !permitted.includes(role));
  if (others.length === 0) return [{ audience: viewersIn(scope, user), seesAddress: true }];
  const withAddress: Audience = { kind: 'union', of: [othersIn(scope, user, permitted), only(user.id)] };
  return [
    { audience: withAddress, seesAddress: true },
    { audience: othersIn(scope, user, others), seesAddress: false },
  ];
}

/** The users who can see a user's real e-mail address. */
export async function addressViewersOf(
  reader: Reader,
  realm: Realm,
  user: Subject & Pick<UserRow, 'email_visibility'>,
): Promise<Audience> {
  const parts = await splitByAddress(reader, realm, user);
  return parts.find((part) => part.seesAddress)?.audience ?? only(user.id);
}

/** The channels and conversations through which guests see a user; undefined if every guest can. */
export async function restrictedScopeOf(
  reader: Reader,
  realm: Realm,
  user: Subject,
): Promise<VisibilityScope | undefined> {
  return isBot(user) || !(await hidesUsers(reader, realm))
    ? undefined
    : visibilityScopeOf(reader, realm.id, user.id);
}

function viewersIn(scope: VisibilityScope | undefined, { id }: Subject): Audience {
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

function othersIn(
  scope: VisibilityScope | undefined,
  { id }: Subject,
  viewerRoles: readonly Role[],
): Audience {
  if (scope === undefined || !viewerRoles.includes(GUEST))
    return { kind: 'roles', roles: viewerRoles, except: [id] };
  return {
    kind: 'union',
    of: [
      { kind: 'roles', roles: viewerRoles.filter((role) => role !== GUEST), except: [id] },
      { kind: 'guests', scope, areInside: true, except: [id] },
    ],
  };
}
