import type { State } from '@parley/client';
import { rememberPer } from '../remember.ts';

export type UserGroup = NonNullable<State['realm_user_groups']>[number];

/** Groups that people made and still use, by name. */
export function namedGroups(state: Pick<State, 'realm_user_groups'>): readonly UserGroup[] {
  return state.realm_user_groups === undefined ? [] : inUse(state.realm_user_groups);
}

export function groupById(state: Pick<State, 'realm_user_groups'>, id: number): UserGroup | undefined {
  return state.realm_user_groups === undefined ? undefined : byId(state.realm_user_groups).get(id);
}

/** Ids of the users in a group and in the groups inside it, direct members first. */
export function membersOf(state: Pick<State, 'realm_user_groups'>, id: number): readonly number[] {
  const members = new Set<number>();
  const seen = new Set<number>();
  const visit = (groupId: number): void => {
    const group = groupById(state, groupId);
    if (group === undefined || seen.has(groupId)) return;
    seen.add(groupId);
    for (const member of group.members) members.add(member);
    group.direct_subgroup_ids.forEach(visit);
  };
  visit(id);
  return [...members];
}

/** Names of the groups that a user is a direct member of, by user. */
export function groupsByUser(
  state: Pick<State, 'realm_user_groups'>,
): ReadonlyMap<number, readonly UserGroup[]> {
  return state.realm_user_groups === undefined ? NO_GROUPS : byUser(state.realm_user_groups);
}

type Groups = NonNullable<State['realm_user_groups']>;

const NO_GROUPS: ReadonlyMap<number, readonly UserGroup[]> = new Map();

const byId = rememberPer((groups: Groups) => new Map(groups.map((group) => [group.id, group] as const)));

const inUse = rememberPer((groups: Groups) =>
  groups
    .filter((group) => !group.is_system_group && !group.deactivated)
    .toSorted((a, b) => a.name.localeCompare(b.name)),
);

const byUser = rememberPer((groups: Groups) => {
  const index = new Map<number, UserGroup[]>();
  for (const group of inUse(groups))
    for (const member of group.members) {
      const own = index.get(member);
      if (own === undefined) index.set(member, [group]);
      else own.push(group);
    }
  return index;
});
