import type { State } from '@parley/client';
import { groupById, membersOf } from '../data/derived/groups.ts';
import { msg, listOf, t } from '../words/index.ts';
import { userName } from './titles.ts';

type Group = NonNullable<State['realm_user_groups']>[number];
/** A permission: a group, or people and groups of its own. */
export type Holder = NonNullable<State['realm_can_create_public_channel_group']>;

/** Names of the groups of roles, as the holders of a right. */
const ROLE_NAMES: Readonly<Record<string, string>> = {
  'role:everyone': msg('Everybody'),
  'role:members': msg('Members'),
  'role:fullmembers': msg('Full members'),
  'role:moderators': msg('Moderators'),
  'role:administrators': msg('Administrators'),
  'role:owners': msg('Owners'),
  'role:nobody': msg('Nobody'),
};

export function groupName({ name }: Pick<Group, 'name'>): string {
  return t(ROLE_NAMES[name] ?? name);
}

/** Id of a group of roles such as `role:members`. */
export function roleGroupId(state: State, name: string): number | undefined {
  return state.realm_user_groups?.find((group) => group.is_system_group && group.name === name)?.id;
}

/** Names of those who hold a permission: `Moderators, night crew and Chen Wei`. */
export function holderNames(state: State, holder: Holder | undefined): string {
  if (holder === undefined) return t('Nobody');
  const groupIds = typeof holder === 'number' ? [holder] : holder.direct_subgroups;
  const userIds = typeof holder === 'number' ? [] : holder.direct_members;
  const names = [
    ...groupIds.flatMap((id) => groupById(state, id) ?? []).map(groupName),
    ...userIds.map((id) => userName(state, id)),
  ];
  return names.length === 0 ? t('Nobody') : listOf(names);
}

/** Everybody in a group, also in the groups inside it. */
export function peopleOf(state: State, groupId: number): ReadonlySet<number> {
  return new Set(membersOf(state, groupId));
}
