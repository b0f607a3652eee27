import { type GroupPermission, groupPermissions } from '@parley/contract/objects/permission-settings.ts';
import { badRequest } from '../../engine/api-error.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { Actor } from '../../http/actor.ts';
import { groupsWith, hasRealmPermission, mayBeGranted } from './permissions.ts';
import { type GroupRow, holdersOf, systemGroupIds } from './rows.ts';

/** A group with a name. Everybody may know the groups of the organization. */
export async function accessGroup(reader: Reader, realmId: number, id: number): Promise<GroupRow> {
  const row = await reader.first(
    q.selectFrom('user_group').selectAll().where('realm_id', '=', realmId).where('id', '=', id),
  );
  if (row === undefined || row.name === null) throw badRequest('There is no such group.');
  return { ...row, name: row.name };
}

/** A group whose members may be asked for. */
export async function accessReadableGroup(reader: Reader, realmId: number, id: number): Promise<GroupRow> {
  const group = await accessGroup(reader, realmId, id);
  if (group.is_deactivated) throw badRequest('The group is deactivated.');
  return group;
}

/** A group that users made: those of the roles cannot be changed. */
export async function accessCustomGroup(reader: Reader, realmId: number, id: number): Promise<GroupRow> {
  const group = await accessGroup(reader, realmId, id);
  if (group.is_system) throw badRequest('The groups of the roles cannot be changed.');
  return group;
}

/** A group that the actor manages. */
export async function accessManagedGroup(reader: Reader, actor: Actor, id: number): Promise<GroupRow> {
  const group = await accessCustomGroup(reader, actor.realm.id, id);
  if (!(await rightsIn(reader, actor, group))('can_manage_group'))
    throw badRequest('You may not change this group.');
  return group;
}

/** What somebody may do with a group. Who manages it, or all groups, may do everything. */
export async function rightsIn(
  reader: Reader,
  { realm, user }: Actor,
  { permissions }: Pick<GroupRow, 'permissions'>,
): Promise<(name: GroupPermission) => boolean> {
  if (await hasRealmPermission(reader, realm, user, 'can_manage_all_groups')) return () => true;
  const holders = holdersOf(groupPermissions, permissions, await systemGroupIds(reader, realm.id));
  const mine = await groupsWith(reader, realm.id, Object.values(holders), user);
  const holds = (name: GroupPermission): boolean =>
    mayBeGranted(user, groupPermissions[name]) && mine.has(holders[name]);
  return (name) => holds('can_manage_group') || holds(name);
}
