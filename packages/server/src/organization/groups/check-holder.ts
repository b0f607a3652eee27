import type { PermissionSetting, SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { SYSTEM_ROLE } from '../../http/actor.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import type { Holder } from './setting-value.ts';

/** A permission to grant. */
export type Grant = { readonly name: string; readonly setting: PermissionSetting };

/** Throws if a permission cannot be granted to the holder. Locks the groups until the transaction ends. */
export function checkHolder(tx: Tx, grant: Grant, holder: Holder): Promise<void> {
  return typeof holder === 'number' ? checkGroup(tx, grant, holder) : checkList(tx, grant, holder);
}

async function checkGroup(tx: Tx, { name, setting }: Grant, id: number): Promise<void> {
  const group = (await namedGroups(tx, [id])).at(0);
  if (group === undefined) throw badRequest('There is no such group.');
  if (group.is_deactivated) throw badRequest(`Group ${id} is deactivated.`);
  if (!group.is_system) {
    if (setting.systemOnly) throw systemGroupRequired(name);
    return;
  }
  if (!canHold(setting, group.name as SystemGroup))
    throw badRequest(`The permission '${name}' cannot be granted to the group '${group.name}'.`);
}

/** Whether a system group may hold a permission. */
function canHold(setting: PermissionSetting, group: SystemGroup): boolean {
  if (group === 'role:internet') return false;
  if (group === 'role:nobody' && !setting.nobody) return false;
  if (group === 'role:everyone' && !setting.everyone) return false;
  return setting.allowed.length === 0 || setting.allowed.includes(group);
}

async function checkList(
  tx: Tx,
  { name, setting }: Grant,
  { direct_members, direct_subgroups }: Exclude<Holder, number>,
): Promise<void> {
  if (setting.systemOnly) throw systemGroupRequired(name);
  await checkUsers(tx, direct_members);
  await checkGroups(tx, direct_subgroups);
}

/** Throws unless all users and bots are active; locks them, so that they stay active. */
export async function checkUsers(tx: Tx, ids: readonly number[]): Promise<void> {
  const users = await tx.all(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('is_active', '=', true)
      .where('role', '!=', SYSTEM_ROLE)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .orderBy('id')
      .forShare(),
  );
  if (users.length < new Set(ids).size) throw badRequest('There is no such user.');
}

/** Throws unless all groups are named and not deactivated. */
export async function checkGroups(tx: Tx, ids: readonly number[]): Promise<void> {
  const groups = await namedGroups(tx, ids);
  if (groups.length < new Set(ids).size) throw badRequest('There is no such group.');
  if (groups.some((group) => group.is_deactivated)) throw badRequest('A group is deactivated.');
}

/** Locks groups in the order of their ids, so that they are not deactivated concurrently. */
function namedGroups(tx: Tx, ids: readonly number[]) {
  return tx.all(
    q
      .selectFrom('user_group')
      .select(['id', 'name', 'is_system', 'is_deactivated'])
      .where('realm_id', '=', tx.realmId)
      .where('name', 'is not', null)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .orderBy('id')
      .forShare(),
  );
}

function systemGroupRequired(name: string): ApiError {
  return new ApiError(
    'SYSTEM_GROUP_REQUIRED',
    `The permission '${name}' can only be granted to a system group.`,
    {
      extra: { setting_name: name },
    },
  );
}
