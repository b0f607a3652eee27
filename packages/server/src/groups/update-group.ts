import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { updateUserGroup as contract } from '@parley/contract/endpoints/groups.ts';
import { groupPermissions, type GroupPermission } from '@parley/contract/objects/permission-settings.ts';
import { isDeepStrictEqual } from 'node:util';
import { isTaken } from '../db/problems.ts';
import { q, toJson } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { everyone } from '../log/audience.ts';
import type { Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import { accessManagedGroup } from './access.ts';
import { nameTaken } from './create-group.ts';
import { checkGroupName } from './group-name.ts';
import { changeGroupSetting } from './group-setting.ts';
import { holdGroups } from './hold-groups.ts';
import { holdersOf, toStored } from './holders.ts';
import { systemGroupIds, type GroupRow } from './queries.ts';
import { reactivateGroup } from './reactivate-group.ts';

type Given = ParametersOf<typeof contract>;

/** Changes a group, all or nothing. */
export const updateGroup = async (tx: Tx, caller: Actor, given: Given): Promise<void> => {
  const { user_group_id: id, name, description, deactivated, ...permissions } = given;
  const wanted = [name, description, deactivated, ...Object.values(permissions)];
  if (wanted.every((part) => part === undefined)) throw badRequest('Nothing to change was given.');
  const actor = await holdGroups(tx, caller);
  const group = await accessManagedGroup(tx, actor, id);
  if (name !== undefined && name !== group.name) await rename(tx, group, name);
  if (description !== undefined && description !== group.description) await describe(tx, group, description);
  if (deactivated === false && group.is_deactivated) await reactivateGroup(tx, group);
  await changePermissions(tx, group, permissions);
};

const rename = async (tx: Tx, { id, is_deactivated }: GroupRow, name: string): Promise<void> => {
  checkGroupName(name);
  try {
    await set(tx, id, { name });
  } catch (error) {
    if (isTaken(error, 'user_group_realm_id_name_key')) throw nameTaken();
    throw error;
  }
  // The mark is for `fitGroups` and does not reach clients.
  const mark = is_deactivated ? { deactivated: true } : {};
  tx.emit(everyone, { type: 'user_group', op: 'update', group_id: id, data: { name, ...mark } });
};

const describe = async (tx: Tx, { id }: GroupRow, description: string): Promise<void> => {
  await set(tx, id, { description });
  tx.emit(everyone, { type: 'user_group', op: 'update', group_id: id, data: { description } });
};

const changePermissions = async (
  tx: Tx,
  group: GroupRow,
  changes: Pick<Given, GroupPermission>,
): Promise<void> => {
  const systemGroups = await systemGroupIds(tx, tx.realmId);
  const current = holdersOf(groupPermissions, group.permissions, systemGroups);
  const next: Record<GroupPermission, number> = { ...current };
  for (const name of Object.keys(groupPermissions) as GroupPermission[]) {
    const change = changes[name];
    if (change === undefined) continue;
    const grant = { name, setting: groupPermissions[name], systemGroups, current: current[name] };
    const holder = await changeGroupSetting(tx, grant, change);
    if (holder === undefined) continue;
    next[name] = holder.groupId;
    tx.emit(everyone, {
      type: 'user_group',
      op: 'update',
      group_id: group.id,
      data: { [name]: holder.value },
    });
  }
  if (isDeepStrictEqual(next, current)) return;
  await set(tx, group.id, { permissions: toJson(toStored(groupPermissions, next, systemGroups)) });
};

type Changes = { name?: string; description?: string; permissions?: string };

const set = async (tx: Tx, id: number, changes: Changes): Promise<void> => {
  await tx.all(
    q.updateTable('user_group').set(changes).where('realm_id', '=', tx.realmId).where('id', '=', id),
  );
};
