import type { GroupSettingValue } from '@parley/contract/objects/group-setting.ts';
import {
  channelPermissionNames,
  groupPermissionNames,
  realmPermissionNames,
} from '@parley/contract/objects/permission-settings.ts';
import type { UserChange, RegisteredUser, User } from '@parley/contract/objects/user.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { withRights } from '../rights/own-rights.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { change, difference, put, without } from './lists.ts';

export function applyRealmUser(state: State, event: EventOf<'realm_user'>): State {
  switch (event.op) {
    case 'add':
      return addUser(state, event.person);
    case 'update':
      return changeUser(state, event.person);
    case 'remove':
      return removeUser(state, event.person.user_id);
    default:
      event satisfies never;
      return state;
  }
}

function eachList(state: State, update: (users: RegisteredUser[]) => RegisteredUser[]): State {
  return {
    ...state,
    ...(state.realm_users === undefined ? {} : { realm_users: update(state.realm_users) }),
    ...(state.realm_non_active_users === undefined
      ? {}
      : { realm_non_active_users: update(state.realm_non_active_users) }),
  };
}

function addUser(state: State, { is_active, ...user }: User): State {
  if (state.realm_users === undefined || state.realm_non_active_users === undefined) return state;
  // A user who becomes visible may be in the other list as an unknown user.
  const [here, gone] = [state.realm_users, state.realm_non_active_users];
  return is_active
    ? {
        ...state,
        realm_users: put(here, 'user_id', user),
        realm_non_active_users: without(gone, 'user_id', user.user_id),
      }
    : {
        ...state,
        realm_users: without(here, 'user_id', user.user_id),
        realm_non_active_users: put(gone, 'user_id', user),
      };
}

/** Removes a user that the reader may no longer see; lists of ids keep the id. */
function removeUser(state: State, userId: number): State {
  const email = state.realm_users?.find((user) => user.user_id === userId)?.email;
  const left = eachList(state, (users) => without(users, 'user_id', userId));
  if (left.presences === undefined) return left;
  const presences = Object.fromEntries(
    Object.entries(left.presences).filter(([key]) => key !== String(userId) && key !== email),
  ) as State['presences'];
  return presences === undefined ? left : { ...left, presences };
}

function changeUser(state: State, change: UserChange): State {
  if ('is_active' in change) return setActive(state, change.user_id, change.is_active);
  const changed = eachList(state, (users) => changeIn(users, change));
  return change.user_id === state.user_id ? changeSelf(changed, change) : changed;
}

function changeIn(users: RegisteredUser[], update: UserChange): RegisteredUser[] {
  return change(users, 'user_id', update.user_id, (user) => ({
    ...user,
    ...entryChange(user, update),
  }));
}

/** The change of a user's entry in the lists. */
function entryChange(user: RegisteredUser, update: UserChange): Partial<RegisteredUser> {
  if ('role' in update) {
    const { is_owner, is_admin, is_guest } = flagsOf(update.role);
    return { role: update.role, is_owner, is_admin, is_guest };
  }
  if ('new_email' in update) return { email: update.new_email };
  if ('custom_profile_field' in update) {
    const { id, ...value } = update.custom_profile_field;
    const { [String(id)]: _, ...others } = user.profile_data ?? {};
    if (value.value === null) return { profile_data: others };
    return { profile_data: { ...others, [id]: { ...value, value: value.value } } };
  }
  if ('avatar_version' in update) {
    const { avatar_url, avatar_version } = update;
    return { avatar_version, ...('avatar_url' in user ? { avatar_url } : {}) };
  }
  return update;
}

/** The change of the reader's own fields beside the lists. */
function changeSelf(state: State, update: UserChange): State {
  if ('role' in update) return withRights({ ...state, ...flagsOf(update.role) });
  if ('full_name' in update) return { ...state, full_name: update.full_name };
  if ('new_email' in update) return { ...state, email: update.new_email };
  if ('delivery_email' in update && update.delivery_email !== null)
    return { ...state, delivery_email: update.delivery_email };
  if ('avatar_version' in update) {
    const { avatar_source, avatar_url, avatar_url_medium } = update;
    return { ...state, avatar_source, avatar_url, avatar_url_medium };
  }
  return state;
}

function flagsOf(role: Role) {
  return {
    is_owner: role === roles.owner,
    is_admin: role <= roles.administrator,
    is_moderator: role === roles.moderator,
    is_guest: role === roles.guest,
  };
}

function setActive(state: State, userId: number, active: boolean): State {
  const { realm_users: from, realm_non_active_users: to } = state;
  if (from === undefined || to === undefined) return state;
  const user = [...from, ...to].find((known) => known.user_id === userId);
  if (user === undefined) return state;
  if (active)
    return {
      ...state,
      realm_users: put(from, 'user_id', user),
      realm_non_active_users: without(to, 'user_id', userId),
    };
  return leaveGroups(
    {
      ...state,
      realm_users: without(from, 'user_id', userId),
      realm_non_active_users: put(to, 'user_id', user),
    },
    userId,
  );
}

/** Nobody counts as a member of anything while the account is not active. */
function leaveGroups(state: State, userId: number): State {
  const leave: Leave = (value) =>
    typeof value === 'number'
      ? value
      : { ...value, direct_members: difference(value.direct_members, [userId]) };
  const left = leaveAll(
    state,
    realmPermissionNames.map((name) => `realm_${name}`),
    leave,
  );
  const groups = state.realm_user_groups?.map((group) =>
    leaveAll({ ...group, members: difference(group.members, [userId]) }, groupPermissionNames, leave),
  );
  return withRights({
    ...left,
    ...(groups === undefined ? {} : { realm_user_groups: groups }),
    ...leaveChannels(state, leave),
  });
}

type Leave = (value: GroupSettingValue) => GroupSettingValue;

function leaveChannels(
  { streams, subscriptions, unsubscribed, never_subscribed }: State,
  leave: Leave,
): Partial<State> {
  const within = <T extends object>(list: readonly T[]): T[] =>
    list.map((channel) => leaveAll(channel, channelPermissionNames, leave));
  return {
    ...(streams === undefined ? {} : { streams: within(streams) }),
    ...(subscriptions === undefined ? {} : { subscriptions: within(subscriptions) }),
    ...(unsubscribed === undefined ? {} : { unsubscribed: within(unsubscribed) }),
    ...(never_subscribed === undefined ? {} : { never_subscribed: within(never_subscribed) }),
  };
}

function leaveAll<T extends object>(holder: T, names: readonly string[], leave: Leave): T {
  const known = holder as Record<string, GroupSettingValue | undefined>;
  const changed = names.flatMap((name) => {
    const value = known[name];
    return value === undefined ? [] : [[name, leave(value)] as const];
  });
  return { ...holder, ...Object.fromEntries(changed) };
}
