import type { State } from '@parley/client';

type Groups = NonNullable<State['realm_user_groups']>;
type Setting =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };

/** Whether the user holds a permission: is in its group, or in one of the groups inside that. */
export function isInGroupSetting(state: State, setting: Setting): boolean {
  const { user_id: userId = 0, realm_user_groups: groups = [] } = state;
  return typeof setting === 'number'
    ? isInGroup(groups, setting, userId, new Set())
    : setting.direct_members.includes(userId) ||
        setting.direct_subgroups.some((id) => isInGroup(groups, id, userId, new Set()));
}

function isInGroup(groups: Groups, id: number, userId: number, seen: Set<number>): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const group = groups.find((one) => one.id === id);
  if (group === undefined) return false;
  return (
    group.members.includes(userId) ||
    group.direct_subgroup_ids.some((inner) => isInGroup(groups, inner, userId, seen))
  );
}
