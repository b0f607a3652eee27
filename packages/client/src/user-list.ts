import { getUserListPart } from '@parley/contract/endpoints/users.ts';
import type { Connection } from './connection.ts';
import type { State } from './state.ts';

type Users = NonNullable<State['realm_users']>;
/** A registration or a later part; the latter has nothing but users. */
type Part = Pick<
  State,
  'realm_users' | 'realm_non_active_users' | 'users_version' | 'users_complete' | 'users_restart'
>;

/**
 * A registration with `users_since` has only users that the client lacks, and perhaps not all of them: fetches the others
 * and adds those that the client had. Of two entries of a user the later one counts.
 */
export async function completeUsers(
  connection: Connection,
  registered: State,
  known: State | undefined,
  clientGravatar: boolean,
  signal: AbortSignal,
): Promise<State> {
  const active = byId(known?.realm_users);
  const inactive = byId(known?.realm_non_active_users);
  let part: Part = registered;
  for (;;) {
    const { users_version, users_complete, users_restart } = part;
    if (users_version === undefined) return registered;
    if (users_restart === true) for (const list of [active, inactive]) list.clear();
    move(part.realm_users, inactive, active);
    move(part.realm_non_active_users, active, inactive);
    if (users_complete === true) return withUsers(registered, users_version, active, inactive);
    const next = { users_since: users_version, client_gravatar: clientGravatar };
    part = await connection.call(getUserListPart, next, { signal });
  }
}

function byId(users: Users = []): Map<number, Users[number]> {
  return new Map(users.map((user) => [user.user_id, user]));
}

function move(users: Users = [], from: Map<number, Users[number]>, to: Map<number, Users[number]>): void {
  for (const user of users) {
    from.delete(user.user_id);
    to.set(user.user_id, user);
  }
}

/** The state as a registration with all users has it. */
function withUsers(
  registered: State,
  users_version: string,
  active: ReadonlyMap<number, Users[number]>,
  inactive: ReadonlyMap<number, Users[number]>,
): State {
  const { users_complete: _, users_restart: __, ...state } = registered;
  return {
    ...state,
    users_version,
    realm_users: inOrder(active),
    realm_non_active_users: inOrder(inactive),
  };
}

function inOrder(users: ReadonlyMap<number, Users[number]>): Users {
  return [...users.values()].toSorted((a, b) => a.user_id - b.user_id);
}
