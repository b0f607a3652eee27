import { type GroupPermission, groupPermissions } from '@parley/contract/objects/permission-settings.ts';
import { mayInGroup, type GroupFacts } from '@parley/contract/rights/group-rights.ts';
import { badRequest } from '../../engine/api-error.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { Actor } from '../../http/actor.ts';
import { groupsWith, hasRealmPermission, mayBeGranted } from './permissions.ts';
import { type GroupRow, holdersOf, systemGroupIds } from './rows.ts';

/** Returns a named group. Named groups are visible to everyone in the organization. */
async function accessGroup(reader: Reader, realmId: number, id: number): Promise<GroupRow> {
  const row = await reader.first(
    q.selectFrom('user_group').selectAll().where('realm_id', '=', realmId).where('id', '=', id),
  );
  if (row === undefined || row.name === null) throw badRequest('There is no such group.');
  return { ...row, name: row.name };
}

/** Returns a group whose members may be listed: one that is not deactivated. */
export async function accessReadableGroup(reader: Reader, realmId: number, id: number): Promise<GroupRow> {
  const group = await accessGroup(reader, realmId, id);
  if (group.is_deactivated) throw badRequest(`Group ${id} is deactivated.`);
  return group;
}

/** Returns a group created by a user; system groups cannot be changed. */
export async function accessCustomGroup(reader: Reader, realmId: number, id: number): Promise<GroupRow> {
  const group = await accessGroup(reader, realmId, id);
  if (group.is_system) throw badRequest('System groups cannot be changed.');
  return group;
}

/** Returns a group that the actor may manage. */
export async function accessManagedGroup(reader: Reader, actor: Actor, id: number): Promise<GroupRow> {
  const group = await accessCustomGroup(reader, actor.realm.id, id);
  if (!(await rightsIn(reader, actor, group))('can_manage_group'))
    throw badRequest('You do not have permission to manage this group.');
  return group;
}

/** The actor's permissions in a group; managers of the group or of all groups have all of them. */
export async function rightsIn(
  reader: Reader,
  actor: Actor,
  group: Pick<GroupRow, 'permissions'>,
): Promise<(name: GroupPermission) => boolean> {
  const facts = await groupFacts(reader, actor, group);
  return (name) => mayInGroup(facts, name);
}

/** Inputs that decide about the actor's rights in a group. */
export async function groupFacts(
  reader: Reader,
  { realm, user }: Actor,
  { permissions }: Pick<GroupRow, 'permissions'>,
): Promise<GroupFacts> {
  if (await hasRealmPermission(reader, realm, user, 'can_manage_all_groups'))
    return { managesAll: true, granted: new Set() };
  const holders = holdersOf(groupPermissions, permissions, await systemGroupIds(reader, realm.id));
  const memberships = await groupsWith(reader, realm.id, Object.values(holders), user);
  const names = Object.keys(groupPermissions) as GroupPermission[];
  return {
    managesAll: false,
    granted: new Set(
      names.filter((name) => mayBeGranted(user, groupPermissions[name]) && memberships.has(holders[name])),
    ),
  };
}
