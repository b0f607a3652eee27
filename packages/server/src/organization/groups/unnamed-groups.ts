import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Holder } from './setting-value.ts';

type List = Exclude<Holder, number>;

/** Creates an unnamed group: the users and groups that hold one permission. */
export async function createUnnamedGroup(tx: Tx, list: List): Promise<number> {
  const group = await tx.first(
    q.insertInto('user_group').values({ realm_id: tx.realmId, name: null }).returning('id'),
  );
  if (group === undefined) throw new Error('The unnamed group was not created.');
  await insertMembers(tx, group.id, list);
  return group.id;
}

/** Creates an unnamed group with the creator of an object as its only member. */
export function createCreatorGroup(tx: Tx, creatorId: number): Promise<number> {
  return createUnnamedGroup(tx, { direct_members: [creatorId], direct_subgroups: [] });
}

/** Replaces the members of an unnamed group. */
export async function replaceUnnamedGroup(tx: Tx, groupId: number, list: List): Promise<void> {
  await tx.all(sql`delete from group_member where realm_id = ${tx.realmId} and group_id = ${groupId}`);
  await tx.all(sql`delete from group_subgroup where realm_id = ${tx.realmId} and group_id = ${groupId}`);
  await insertMembers(tx, groupId, list);
}

export async function deleteUnnamedGroup(tx: Tx, groupId: number): Promise<void> {
  await tx.all(
    q
      .deleteFrom('user_group')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', groupId)
      .where('name', 'is', null),
  );
}

/** Inserts in the order of ids to avoid deadlocks: each row locks the user or group that it references. */
export async function insertMembers(
  tx: Tx,
  groupId: number,
  { direct_members, direct_subgroups }: List,
): Promise<void> {
  await tx.all(
    sql`insert into group_member (realm_id, group_id, user_id)
        select ${tx.realmId}, ${groupId}, id from unnest(${direct_members}::bigint[]) as id order by id`,
  );
  await tx.all(
    sql`insert into group_subgroup (realm_id, group_id, subgroup_id)
        select ${tx.realmId}, ${groupId}, id from unnest(${direct_subgroups}::bigint[]) as id order by id`,
  );
}
