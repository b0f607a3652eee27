import type { UserGroup } from '@parley/contract/objects/user-group.ts';
import { withRights } from '../rights.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { change, difference, put, union, without } from './lists.ts';

export const applyUserGroup = (state: State, event: EventOf<'user_group'>): State =>
  state.realm_user_groups === undefined
    ? state
    : withRights({ ...state, realm_user_groups: after(state.realm_user_groups, event) });

const after = (groups: UserGroup[], event: EventOf<'user_group'>): UserGroup[] => {
  const group = (update: (group: UserGroup) => Partial<UserGroup>, id: number): UserGroup[] =>
    change(groups, 'id', id, (known) => ({ ...known, ...update(known) }));
  switch (event.op) {
    case 'add':
      return put(groups, 'id', event.group);
    case 'remove':
      return without(groups, 'id', event.group_id);
    case 'update':
      return group(() => event.data as Partial<UserGroup>, event.group_id);
    case 'add_members':
      return group(({ members }) => ({ members: union(members, event.user_ids) }), event.group_id);
    case 'remove_members':
      return group(({ members }) => ({ members: difference(members, event.user_ids) }), event.group_id);
    case 'add_subgroups':
      return group(
        ({ direct_subgroup_ids: ids }) => ({ direct_subgroup_ids: union(ids, event.direct_subgroup_ids) }),
        event.group_id,
      );
    case 'remove_subgroups':
      return group(
        ({ direct_subgroup_ids: ids }) => ({
          direct_subgroup_ids: difference(ids, event.direct_subgroup_ids),
        }),
        event.group_id,
      );
    default:
      event satisfies never;
      return groups;
  }
};
