import type { UserGroup, UserGroupChange } from '@parley/contract/objects/user-group.ts';
import { withRights } from '../rights/own-rights.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { change, difference, put, union, without } from './lists.ts';

export function applyUserGroup(state: State, event: EventOf<'user_group'>): State {
  return state.realm_user_groups === undefined
    ? state
    : withRights({ ...state, realm_user_groups: after(state.realm_user_groups, event) });
}

function after(groups: UserGroup[], event: EventOf<'user_group'>): UserGroup[] {
  switch (event.op) {
    case 'add':
      return put(groups, 'id', event.group).toSorted((a, b) => a.id - b.id);
    case 'update':
      return changeGroup(groups, event.group_id, () => event.data);
    case 'remove':
      return without(groups, 'id', event.group_id);
    case 'add_members':
      return changeGroup(groups, event.group_id, ({ members }) => ({
        members: union(members, event.user_ids),
      }));
    case 'remove_members':
      return changeGroup(groups, event.group_id, ({ members }) => ({
        members: difference(members, event.user_ids),
      }));
    case 'add_subgroups':
      return changeGroup(groups, event.group_id, ({ direct_subgroup_ids: ids }) => ({
        direct_subgroup_ids: union(ids, event.direct_subgroup_ids),
      }));
    case 'remove_subgroups':
      return changeGroup(groups, event.group_id, ({ direct_subgroup_ids: ids }) => ({
        direct_subgroup_ids: difference(ids, event.direct_subgroup_ids),
      }));
    default:
      event satisfies never;
      return groups;
  }
}

function changeGroup(
  groups: UserGroup[],
  id: number,
  update: (group: UserGroup) => UserGroupChange & Partial<Pick<UserGroup, 'members' | 'direct_subgroup_ids'>>,
): UserGroup[] {
  return change(groups, 'id', id, (group) => Object.assign({}, group, update(group)));
}
