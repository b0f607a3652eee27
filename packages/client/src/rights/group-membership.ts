import type { GroupSettingValue } from '@parley/contract/objects/group-setting.ts';
import type { UserGroup } from '@parley/contract/objects/user-group.ts';

/** Whether a user holds a permission: is in its group, or in one of the groups inside that. */
export function isInSetting(
  groups: readonly UserGroup[],
  setting: GroupSettingValue,
  userId: number,
): boolean {
  const seen = new Set<number>();
  const isIn = (id: number): boolean => {
    if (seen.has(id)) return false;
    seen.add(id);
    const group = groups.find((one) => one.id === id);
    return group !== undefined && (group.members.includes(userId) || group.direct_subgroup_ids.some(isIn));
  };
  return typeof setting === 'number'
    ? isIn(setting)
    : setting.direct_members.includes(userId) || setting.direct_subgroups.some(isIn);
}
