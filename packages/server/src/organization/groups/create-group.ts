import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { createUserGroup as contract } from '@parley/contract/endpoints/groups.ts';
import { limits } from '@parley/contract/limits.ts';
import { type GroupPermission, groupPermissions } from '@parley/contract/objects/permission-settings.ts';
import { badRequest } from '../../engine/api-error.ts';
import { isUniqueViolation } from '../../engine/db/errors.ts';
import { isLimited } from '../../engine/db/realm.ts';
import { q, sql, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import type { Actor } from '../../http/actor.ts';
import { checkGroups, checkUsers } from './check-holder.ts';
import { checkGroupDescription, checkGroupName } from './group-name.ts';
import { resolveGroupSetting } from './group-setting.ts';
import { listGroups } from './list-groups.ts';
import { lockGroups } from './lock-groups.ts';
import { hasRealmPermission } from './permissions.ts';
import { holdersOf, systemGroupIds, toStored } from './rows.ts';
import { ascending } from './setting-value.ts';
import { createCreatorGroup, insertMembers } from './unnamed-groups.ts';

type Given = ParametersOf<typeof contract>;

/** Creates a group and returns its id. */
export async function createGroup(tx: Tx, caller: Actor, given: Given, now: number): Promise<number> {
  const { realm, user } = await lockGroups(tx, caller);
  if (!(await hasRealmPermission(tx, realm, user, 'can_create_groups')))
    throw badRequest('You do not have permission to create groups.');
  if (isLimited(realm)) throw badRequest('The plan of this organization does not include custom groups.');
  return addGroup(tx, { creatorId: user.id, given, now });
}

type Added = {
  /** Null for a directory: administrators have the permissions that its creator would have. */
  readonly creatorId: number | null;
  readonly given: Given;
  readonly now: number;
};

/** Adds a group. The organization is locked. */
export async function addGroup(tx: Tx, { creatorId, given, now }: Added): Promise<number> {
  await checkRoom(tx);
  const members = ascending(given.members);
  await checkUsers(tx, members);
  checkGroupName(given.name);
  checkGroupDescription(given.description);
  const permissions = await initialPermissions(tx, creatorId, given);
  const id = await insert(tx, {
    name: given.name,
    description: given.description,
    creator_id: creatorId,
    created_at: new Date(now),
    permissions: toJson(permissions),
  });
  await insertMembers(tx, id, { direct_members: members, direct_subgroups: [] });
  tx.record({
    action: 'group.created',
    object: { type: 'group', id },
    after: { name: given.name, description: given.description, members, subgroups: given.subgroups ?? [] },
  });
  const [group] = await listGroups(tx, tx.realmId, { deactivated: false, ids: [id] });
  if (group === undefined) throw new Error(`Group ${id} was not found after its creation.`);
  tx.emit(everyone, { type: 'user_group', op: 'add', group });
  await addFirstSubgroups(tx, id, ascending(given.subgroups ?? []));
  return id;
}

/** Anonymous groups do not count: they replace each other as values of permissions. */
async function checkRoom(tx: Tx): Promise<void> {
  const row = await tx.first(
    sql<{ count: number }>`select count(*) as count from user_group
      where realm_id = ${tx.realmId} and name is not null and not is_system`,
  );
  if ((row?.count ?? 0) >= limits.groupsPerRealm)
    throw badRequest(`An organization can have at most ${limits.groupsPerRealm} groups.`);
}

/** Permissions that are not given get their default from the contract, such as the creator. */
async function initialPermissions(
  tx: Tx,
  creatorId: number | null,
  given: Given,
): Promise<Readonly<Record<string, number>>> {
  const systemGroups = await systemGroupIds(tx, tx.realmId);
  const chosen: Record<string, number> = {};
  for (const name of Object.keys(groupPermissions) as GroupPermission[]) {
    const setting = groupPermissions[name];
    const input = given[name];
    if (input !== undefined)
      chosen[name] = (await resolveGroupSetting(tx, { name, setting, systemGroups }, input)).groupId;
    else if (setting.default === 'group_creator' && creatorId !== null)
      chosen[name] = await createCreatorGroup(tx, creatorId);
  }
  return toStored(groupPermissions, holdersOf(groupPermissions, chosen, systemGroups), systemGroups);
}

type NewGroup = {
  readonly name: string;
  readonly description: string;
  readonly creator_id: number | null;
  readonly created_at: Date;
  readonly permissions: string;
};

async function insert(tx: Tx, group: NewGroup): Promise<number> {
  try {
    const row = await tx.first(
      q
        .insertInto('user_group')
        .values({ realm_id: tx.realmId, ...group })
        .returning('id'),
    );
    if (row === undefined) throw new Error('The group was not created.');
    return row.id;
  } catch (error) {
    if (isUniqueViolation(error, 'user_group_realm_id_name_key')) throw nameTaken();
    throw error;
  }
}

export function nameTaken() {
  return badRequest('The group name is already in use.');
}

/** Skips the check for cycles: a new group is not a subgroup of any group. */
async function addFirstSubgroups(tx: Tx, id: number, subgroups: number[]): Promise<void> {
  if (subgroups.length === 0) return;
  await checkGroups(tx, subgroups);
  await insertMembers(tx, id, { direct_members: [], direct_subgroups: subgroups });
  tx.emit(everyone, {
    type: 'user_group',
    op: 'add_subgroups',
    group_id: id,
    direct_subgroup_ids: subgroups,
  });
}
