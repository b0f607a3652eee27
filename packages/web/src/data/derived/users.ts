import type { State } from '@parley/client';

/** A user or bot as the snapshot describes it. */
export type KnownUser =
  | NonNullable<State['realm_users']>[number]
  | NonNullable<State['cross_realm_bots']>[number];

type Index = ReadonlyMap<number, KnownUser>;

const indexes = new WeakMap<object, { readonly state: Lists; readonly index: Index }>();
type Lists = Pick<State, 'realm_users' | 'realm_non_active_users' | 'cross_realm_bots'>;

const NO_USERS: Index = new Map();

/** All users and bots by id, the deactivated ones too; the same object until one of them changes. */
export function userById(state: State): Index {
  const { realm_users: users } = state;
  if (users === undefined) return NO_USERS;
  const known = indexes.get(users);
  if (
    known !== undefined &&
    known.state.realm_non_active_users === state.realm_non_active_users &&
    known.state.cross_realm_bots === state.cross_realm_bots
  )
    return known.index;
  const index = new Map<number, KnownUser>();
  for (const list of [state.cross_realm_bots, state.realm_non_active_users, users])
    for (const user of list ?? []) index.set(user.user_id, user);
  indexes.set(users, { state, index });
  return index;
}
