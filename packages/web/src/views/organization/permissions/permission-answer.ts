import { isInSetting } from '@parley/client/rights/group-membership.ts';
import type { State } from '@parley/client';
import type { RealmPermission } from '@parley/contract/objects/permission-settings.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { membersOf } from '../../../data/derived/groups.ts';
import { userById } from '../../../data/derived/users.ts';
import type { Holder } from '../../../screen/group-words.ts';

/** Whether a user has a permission, and the rule that decides. */
export type PermissionAnswer = {
  readonly isYes: boolean;
  readonly rule: 'holds' | 'guest' | 'not-held' | 'deactivated';
};

/** The answer of the server: guests never have permissions that cannot be given to everybody. */
export function mayThey(state: State, userId: number, permission: RealmPermission): PermissionAnswer {
  const user = userById(state).get(userId);
  if (user === undefined || !('role' in user)) return { isYes: false, rule: 'deactivated' };
  const accepted = state.server_supported_permission_settings?.realm[permission];
  if (user.role === roles.guest && accepted?.allow_everyone_group !== true)
    return { isYes: false, rule: 'guest' };
  const holder = holderOf(state, permission);
  return holder !== undefined && isInSetting(state.realm_user_groups ?? [], holder, userId)
    ? { isYes: true, rule: 'holds' }
    : { isYes: false, rule: 'not-held' };
}

/** Parts of the state on which the holders of permissions depend. */
export type HolderFacts = Pick<
  State,
  'realm_users' | 'realm_user_groups' | 'server_supported_permission_settings' | `realm_${RealmPermission}`
>;

export function holderOf(state: HolderFacts, permission: RealmPermission): Holder | undefined {
  return state[`realm_${permission}`];
}

/** People, without bots, who have a permission. */
export function countHolders(state: HolderFacts, permission: RealmPermission): number {
  const holder = holderOf(state, permission);
  if (holder === undefined) return 0;
  const isForGuests =
    state.server_supported_permission_settings?.realm[permission]?.allow_everyone_group === true;
  const held = new Set(
    typeof holder === 'number'
      ? membersOf(state, holder)
      : [...holder.direct_members, ...holder.direct_subgroups.flatMap((id) => membersOf(state, id))],
  );
  return (state.realm_users ?? []).filter(
    (user) => !user.is_bot && held.has(user.user_id) && (isForGuests || user.role !== roles.guest),
  ).length;
}
