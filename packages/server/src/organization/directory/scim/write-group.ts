import { limits } from '@parley/contract/limits.ts';
import { ApiError } from '../../../engine/api-error.ts';
import { isUniqueViolation } from '../../../engine/db/errors.ts';
import { lockRealm } from '../../../engine/db/realm.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { changeGroupMembers } from '../../groups/change-group-members.ts';
import { addGroup } from '../../groups/create-group.ts';
import { closeGroup, reactivateGroup } from '../../groups/deactivate-group.ts';
import type { GroupRow } from '../../groups/rows.ts';
import { renameGroup } from '../../groups/update-group.ts';
import { giveRoles } from './give-roles.ts';
import { findScimGroup, peopleInGroups, type ScimGroupRow } from './group-rows.ts';
import { idIn } from './list.ts';
import { textOf, type Change } from './patch.ts';
import { invalidValue, noSuchResource, ScimError } from './scim-error.ts';

const DESCRIPTION = 'From the directory';

/** Creates a group; administrators manage it besides the directory. */
export async function createScimGroup(
  tx: Tx,
  attributes: ReadonlyMap<string, unknown>,
  now: number,
): Promise<number> {
  await lockRealm(tx);
  const name = textOf(attributes.get('displayname'), 'displayName', limits.groupNameLength);
  if (name === undefined) throw invalidValue('A group needs a displayName.');
  const closed = await closedGroup(tx, name);
  if (closed !== undefined) {
    await reactivateGroup(tx, closed);
    await changeScimGroup(tx, String(closed.id), changesOfPut(attributes), now);
    return closed.id;
  }
  const members = await existing(tx, idsIn(attributes.get('members') ?? []));
  const given = { name, description: DESCRIPTION, members };
  const id = await orConflict(() => addGroup(tx, { creatorId: null, given, now }));
  await setExternalId(tx, id, null, attributes.get('externalid'));
  await giveRoles(tx, id, members, now);
  return id;
}

/** A deactivated group keeps its name, so a directory that makes the group again gets it back. */
async function closedGroup(tx: Tx, name: string): Promise<GroupRow | undefined> {
  const row = await tx.first(
    q
      .selectFrom('user_group')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('name', '=', name)
      .where('is_deactivated', '=', true)
      .where('is_system', '=', false),
  );
  return row === undefined ? undefined : { ...row, name };
}

/** Gives a group the values of a PUT, or makes the changes of a PATCH. Without a difference nothing happens. */
export async function changeScimGroup(
  tx: Tx,
  id: string,
  changes: readonly Change[],
  now: number,
): Promise<void> {
  await lockRealm(tx);
  const group = await findScimGroup(tx, tx.realmId, id);
  if (group === undefined) throw noSuchResource('Group', id);
  for (const { op, attribute, value } of changes) {
    if (attribute === 'displayname' && op !== 'remove') await renameTo(tx, group, value);
    if (attribute === 'externalid')
      await setExternalId(tx, group.id, group.external_id, op === 'remove' ? null : value);
  }
  const current = new Set((await peopleInGroups(tx, tx.realmId, [group.id])).get(group.id));
  const wanted = membersAfter(current, changes);
  const added = await existing(
    tx,
    [...wanted].filter((one) => !current.has(one)),
  );
  const removed = [...current].filter((one) => !wanted.has(one));
  await changeGroupMembers(tx, group.id, { added, removed });
  await giveRoles(tx, group.id, [...added, ...removed], now);
}

/** The changes that make a group what a PUT says. */
export function changesOfPut(attributes: ReadonlyMap<string, unknown>): Change[] {
  const members = { op: 'replace', attribute: 'members', value: attributes.get('members') ?? [] } as const;
  const others = ['displayname', 'externalid'].filter((attribute) => attributes.get(attribute) !== undefined);
  return [
    ...others.map((attribute): Change => ({ op: 'replace', attribute, value: attributes.get(attribute) })),
    members,
  ];
}

export async function closeScimGroup(tx: Tx, id: string): Promise<void> {
  await lockRealm(tx);
  const group = await findScimGroup(tx, tx.realmId, id);
  if (group === undefined) throw noSuchResource('Group', id);
  try {
    await closeGroup(tx, group.id);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CANNOT_DEACTIVATE_GROUP_IN_USE')
      throw new ScimError(409, 'The group is still in use: as a permission, or as a part of another group.');
    throw error;
  }
  await setExternalId(tx, group.id, group.external_id, null);
}

function membersAfter(current: ReadonlySet<number>, changes: readonly Change[]): ReadonlySet<number> {
  let members = new Set(current);
  for (const { op, attribute, value, selected } of changes) {
    if (attribute !== 'members') continue;
    // Without a value, a removal takes all members.
    const all = op === 'remove' && selected === undefined && (value === undefined || value === null);
    const ids = selected === undefined ? (all ? [...members] : idsIn(value)) : [idIn(selected)];
    if (op === 'replace') members = new Set(ids);
    for (const id of ids)
      if (op === 'remove') members.delete(id);
      else members.add(id);
  }
  return members;
}

function idsIn(value: unknown): number[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > limits.usersInRequest)
    throw invalidValue(`The request names more than ${limits.usersInRequest} members.`);
  return list.map((member) => {
    const id = typeof member === 'object' && member !== null && 'value' in member ? member.value : undefined;
    if (typeof id !== 'string')
      throw invalidValue('Each of members is an object with the id of a person as its value.');
    return idIn(id);
  });
}

/** Throws if a member is not a person of this organization. */
async function existing(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)];
  const rows = await tx.all(
    sql<{ id: number }>`select id from realm_user
      where realm_id = ${tx.realmId} and id = any(${wanted}::bigint[]) and bot_type is null and not is_deleted`,
  );
  if (rows.length < wanted.length) throw invalidValue('A member is not a person of this organization.');
  return wanted;
}

async function renameTo(tx: Tx, group: ScimGroupRow, value: unknown): Promise<void> {
  const name = textOf(value, 'displayName', limits.groupNameLength);
  if (name === undefined || name === group.name) return;
  await orConflict(() =>
    renameGroup(tx, { id: group.id, name: group.name ?? '', is_deactivated: false }, name),
  );
}

async function setExternalId(tx: Tx, groupId: number, before: string | null, value: unknown): Promise<void> {
  const after = textOf(value, 'externalId', limits.claimLength) ?? null;
  if (after === before) return;
  await tx.all(
    q.deleteFrom('directory_group').where('realm_id', '=', tx.realmId).where('group_id', '=', groupId),
  );
  if (after === null || after === '') return;
  try {
    await tx.all(
      q.insertInto('directory_group').values({ realm_id: tx.realmId, group_id: groupId, external_id: after }),
    );
  } catch (error) {
    if (isUniqueViolation(error, 'directory_group_realm_id_external_id_key'))
      throw new ScimError(409, 'Another group has this externalId.', 'uniqueness');
    throw error;
  }
}

async function orConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.message === 'The group name is already in use.')
      throw new ScimError(409, 'Another group has this displayName.', 'uniqueness');
    throw error;
  }
}
