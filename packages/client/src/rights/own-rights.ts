import { legacyPolicies } from '@parley/contract/objects/legacy-policies.ts';
import { guestPermissions, systemGroups } from '@parley/contract/objects/permission-settings.ts';
import type { State } from '../state.ts';
import { isInSetting } from './group-membership.ts';

/** Recomputes what follows from roles, groups and the permissions of the organization. */
export function withRights(state: State): State {
  return { ...state, ...ownRights(state), ...policies(state) };
}

/** A permission of the organization, by its name in the state without the prefix. */
type Permission = {
  [K in keyof State]-?: K extends `realm_${infer P extends `${string}_group` | `can_${string}_groups`}`
    ? P
    : never;
}[keyof State];

/** Whether the reader holds a permission; undefined when the state does not tell. */
export function holds(state: State, permission: Permission): boolean | undefined {
  const value = state[`realm_${permission}`];
  const { realm_user_groups: groups, user_id: userId, is_guest: isGuest } = state;
  if (value === undefined || groups === undefined || userId === undefined) return undefined;
  if (isGuest === true && !guestPermissions.includes(permission)) return false;
  return isInSetting(groups, value, userId);
}

function ownRights(state: State): Partial<State> {
  if (state.can_create_streams === undefined) return {};
  const publicChannels = holds(state, 'can_create_public_channel_group');
  const privateChannels = holds(state, 'can_create_private_channel_group');
  const others = holds(state, 'can_add_subscribers_group');
  const invite = holds(state, 'can_invite_users_group');
  const webPublic = holds(state, 'can_create_web_public_channel_group');
  if (publicChannels === undefined || privateChannels === undefined) return {};
  return {
    can_create_streams: publicChannels || privateChannels,
    can_create_public_streams: publicChannels,
    can_create_private_streams: privateChannels,
    can_create_web_public_streams:
      webPublic === true &&
      state.realm_enable_spectator_access === true &&
      state.server_web_public_streams_enabled === true,
    can_subscribe_other_users: others === true,
    can_invite_others_to_realm: invite === true,
  };
}

function policies(state: State): Partial<State> {
  const groups = state.realm_user_groups;
  if (groups === undefined || state.realm_wildcard_mention_policy === undefined) return {};
  return legacyPolicies((permission) => {
    const holder = groups.find(({ id }) => id === state[`realm_${permission}`]);
    return systemGroups.find((name) => holder?.is_system_group === true && holder.name === name);
  });
}
