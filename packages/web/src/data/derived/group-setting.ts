import type { State } from '@parley/client';
import { isInSetting } from '@parley/client/rights/group-membership.ts';

type Setting = Parameters<typeof isInSetting>[1];

/** Whether the user holds a permission: is in its group, or in one of the groups inside that. */
export function isInGroupSetting(state: State, setting: Setting): boolean {
  return isInSetting(state.realm_user_groups ?? [], setting, state.user_id ?? 0);
}
