import { recordChange } from '../../engine/audit/record-change.ts';
import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { updateUserGroup as contract } from '@parley/contract/endpoints/groups.ts';
import { type GroupPermission, groupPermissions } from '@parley/contract/objects/permission-settings.ts';
import { isDeepStrictEqual } from 'node:util';
import { badRequest } from '../../engine/api-error.ts';
import { isUniqueViolation } from '../../engine/db/errors.ts';
import { q, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import type { Actor } from '../../http/actor.ts';
import { accessManagedGroup } from './access.ts';
import { nameTaken } from './create-group.ts';
import { reactivateGroup } from './deactivate-group.ts';
import { checkGroupDescription, checkGroupName } from './group-name.ts';
import { changeGroupSetting, type ChangedHolder } from './group-setting.ts';
import { lockGroups } from './lock-groups.ts';
import { type GroupRow, holdersOf, systemGroupIds, toStored } from './rows.ts';

type Given = ParametersOf<typeof contract>;

/** Applies changes to a group, all or none. */
export async function updateGroup(tx: Tx, caller: Actor, given: Given): Promise<void> {
  const { user_group_id: id, name, description, deactivated, ...permissions } = given;
  const values = [name, description, deactivated, ...Object.values(permissions)];
  if (values.every((value) => value === undefined))
    throw badRequest('Specify at least one property to change.');
  const actor = await lockGroups(tx, caller);
  const group = await accessManagedGroup(tx, actor, id);
  recordChange(tx, 'group.changed', { type: 'group', id }, group, {
    name: name ?? group.name,
    description: description ?? group.description,
  });
  if (name !== undefined && name !== group.name) await setName(tx, group, name);
  if (description !== undefined && description !== group.description) await describe(tx, group, description);
  if (deactivated === false && group.is_deactivated) await reactivateGroup(tx, group);
  await changePermissions(tx, group, permissions);
}

type NamedGroup = Pick<GroupRow, 'id' | 'name' | 'is_deactivated'>;

/** Renames a group on behalf of a directory. */
export async function renameGroup(tx: Tx, group: NamedGroup, name: string): Promise<void> {
  recordChange(tx, 'group.changed', { type: 'group', id: group.id }, { name: group.name }, { name });
  await setName(tx, group, name);
}

async function setName(tx: Tx, { id, is_deactivated }: NamedGroup, name: string): Promise<void> {
  checkGroupName(name);
  try {
    await set(tx, id, { name });
  } catch (error) {
    if (isUniqueViolation(error, 'user_group_realm_id_name_key')) throw nameTaken();
    throw error;
  }
  // `adaptGroupEvent` removes this flag before the event reaches clients.
  const flag = is_deactivated ? { deactivated: true } : {};
  tx.emit(everyone, { type: 'user_group', op: 'update', group_id: id, data: { name, ...flag } });
}

async function describe(tx: Tx, { id }: GroupRow, description: string): Promise<void> {
  checkGroupDescription(description);
  await set(tx, id, { description });
  tx.emit(everyone, { type: 'user_group', op: 'update', group_id: id, data: { description } });
}

async function changePermissions(
  tx: Tx,
  group: GroupRow,
  changes: Pick<Given, GroupPermission>,
): Promise<void> {
  const systemGroups = await systemGroupIds(tx, tx.realmId);
  const current = holdersOf(groupPermissions, group.permissions, systemGroups);
  const next: Record<GroupPermission, number> = { ...current };
  const changed: [GroupPermission, ChangedHolder][] = [];
  for (const name of Object.keys(groupPermissions) as GroupPermission[]) {
    const change = changes[name];
    if (change === undefined) continue;
    const grant = { name, setting: groupPermissions[name], systemGroups, current: current[name] };
    const holder = await changeGroupSetting(tx, grant, change);
    if (holder === undefined) continue;
    next[name] = holder.groupId;
    changed.push([name, holder]);
    tx.emit(everyone, {
      type: 'user_group',
      op: 'update',
      group_id: group.id,
      data: { [name]: holder.value },
    });
  }
  if (changed.length > 0)
    tx.record({
      action: 'group.changed',
      object: { type: 'group', id: group.id },
      before: Object.fromEntries(changed.map(([name, { previous }]) => [name, previous])),
      after: Object.fromEntries(changed.map(([name, { value }]) => [name, value])),
    });
  if (isDeepStrictEqual(next, current)) return;
  await set(tx, group.id, { permissions: toJson(toStored(groupPermissions, next, systemGroups)) });
}

type Changes = { name?: string; description?: string; permissions?: string };

async function set(tx: Tx, id: number, changes: Changes): Promise<void> {
  await tx.all(
    q.updateTable('user_group').set(changes).where('realm_id', '=', tx.realmId).where('id', '=', id),
  );
}
