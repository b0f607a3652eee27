import type { GroupSettingInput, GroupSettingValue } from '@parley/contract/objects/group-setting.ts';

/** The holder of a permission in normalized form: a named group, or a list of users and groups. */
export type Holder = GroupSettingValue;

/** Replaces a list of one group by that group, and an empty list by `role:nobody`. */
export function normalizeHolder(input: GroupSettingInput, nobody: number): Holder {
  if (typeof input === 'number') return input;
  const { direct_members, direct_subgroups } = sortedList(input);
  const [only, ...more] = direct_subgroups;
  if (direct_members.length > 0 || more.length > 0) return { direct_members, direct_subgroups };
  return only ?? nobody;
}

export function isSameHolder(a: Holder, b: Holder): boolean {
  if (typeof a === 'number' || typeof b === 'number') return a === b;
  return isSameList(a.direct_members, b.direct_members) && isSameList(a.direct_subgroups, b.direct_subgroups);
}

type List = Exclude<Holder, number>;

/** Sorts the ids and removes duplicates. */
function sortedList({ direct_members, direct_subgroups }: List): List {
  return {
    direct_members: ascending(direct_members),
    direct_subgroups: ascending(direct_subgroups),
  };
}

export function ascending(ids: Iterable<number>): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

function isSameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
