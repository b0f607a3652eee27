import type { UserGroup } from '@parley/contract/objects/user-group.ts';
import { withRights } from '../rights.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { change, difference, union } from './lists.ts';

export const applyUserGroup = (state: State, event: EventOf<'user_group'>): State =>
  state.realm_user_groups === undefined
    ? state
    : withRights({ ...state, realm_user_groups: after(state.realm_user_groups, event) });

const after = (groups: UserGroup[], event: EventOf<'user_group'>): UserGroup[] => {
  const withMembers = (update: (members: readonly number[]) => number[]): UserGroup[] =>
    change(groups, 'id', event.group_id, (group) => ({ ...group, members: update(group.members) }));
  switch (event.op) {
    case 'add_members':
      return withMembers((members) => union(members, event.user_ids));
    case 'remove_members':
      return withMembers((members) => difference(members, event.user_ids));
    default:
      event satisfies never;
      return groups;
  }
};
